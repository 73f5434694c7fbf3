import { useLocation, useMatch, useNavigate } from 'react-router-dom';

/** What the address says beside the table: nothing, a new account, or one to edit. */
export type OpenForm = { readonly kind: 'create' } | { readonly kind: 'edit'; readonly id: number } | null;

export interface UserAddresses {
  readonly open: OpenForm;
  readonly showCreate: () => void;
  readonly showEdit: (id: number) => void;
  readonly close: () => void;
}

const TABLE = '/user';
const FORM = '/user/edit';

/** The forms have addresses of their own, so that they can be linked to; page and filters of the table stay beside. */
export function useUserAddresses(): UserAddresses {
  const { search } = useLocation();
  const navigate = useNavigate();
  const editing = useMatch(`${FORM}/:id`);
  const isCreating = useMatch(FORM) !== null;
  // An id that is none is asked for like any other: the server says what is wrong with it.
  const open: OpenForm = editing
    ? { kind: 'edit', id: Number(editing.params['id']) }
    : isCreating
      ? { kind: 'create' }
      : null;
  return {
    open,
    showCreate: () => void navigate(FORM + search),
    showEdit: id => void navigate(`${FORM}/${id}${search}`),
    // The closed form leaves no step behind that "back" would open again.
    close: () => void navigate(TABLE + search, { replace: true }),
  };
}
