import { useMemo } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router-dom';

/** What the address says beside the table: nothing, a new row, or one to edit. */
export type OpenForm = { readonly kind: 'create' } | { readonly kind: 'edit'; readonly id: number } | null;

export interface FormAddresses {
  readonly open: OpenForm;
  readonly showCreate: () => void;
  readonly showEdit: (id: number) => void;
  readonly close: () => void;
}

export interface FormPaths {
  readonly table: string;
  readonly create: string;
  /** The row's number follows behind a slash. */
  readonly edit: string;
}

/** The forms have addresses of their own, so that they can be linked to; page and filters of the table stay beside. */
export function useFormAddresses({ table, create, edit }: FormPaths): FormAddresses {
  const { search } = useLocation();
  const navigate = useNavigate();
  const editing = useMatch(`${edit}/:id`);
  const isCreating = useMatch(create) !== null;
  // An id that is none is asked for like any other: the server says what is wrong with it.
  const open: OpenForm = editing
    ? { kind: 'edit', id: Number(editing.params.id) }
    : isCreating
      ? { kind: 'create' }
      : null;
  const ways = useMemo(
    () => ({
      showCreate: () => void navigate(create + search),
      showEdit: (id: number) => void navigate(`${edit}/${id}${search}`),
      // The closed form leaves no step behind that "back" would open again.
      close: () => void navigate(table + search, { replace: true }),
    }),
    [navigate, search, table, create, edit],
  );
  return { open, ...ways };
}
