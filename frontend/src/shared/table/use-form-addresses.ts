import { useMemo } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router-dom';

/** The form that the address names: none, one for a new row, or one for an existing row. */
type OpenForm = { readonly kind: 'create' } | { readonly kind: 'edit'; readonly id: number } | null;

interface FormAddresses {
  readonly open: OpenForm;
  readonly showCreate: () => void;
  readonly showEdit: (id: number) => void;
  readonly close: () => void;
}

interface FormPaths {
  readonly table: string;
  readonly create: string;
  /** The path of the edit form; a slash and the row's number follow it. */
  readonly edit: string;
}

/**
 * The forms have addresses of their own, so that links can open them; page and filters of the table stay in the
 * address.
 */
export function useFormAddresses({ table, create, edit }: FormPaths): FormAddresses {
  const { search } = useLocation();
  const navigate = useNavigate();
  const editing = useMatch(`${edit}/:id`);
  const isCreating = useMatch(create) !== null;
  // An invalid id is requested like any other: the server says what is wrong with it.
  const open: OpenForm = editing
    ? { kind: 'edit', id: Number(editing.params.id) }
    : isCreating
      ? { kind: 'create' }
      : null;
  const ways = useMemo(
    () => ({
      showCreate: () => void navigate(create + search),
      showEdit: (id: number) => void navigate(`${edit}/${id}${search}`),
      // Closing the form replaces the history entry, so that "back" does not open it again.
      close: () => void navigate(table + search, { replace: true }),
    }),
    [navigate, search, table, create, edit],
  );
  return { open, ...ways };
}
