import { Role, type RoleValue } from '@contracts';
import { useAppSelector } from '../store-hooks';

/** The role of the reader; a guest's while nobody is signed in. */
export function useRole(): RoleValue {
  return useAppSelector(state => state.session.user?.role ?? Role.Guest);
}

/** True for administrators, who see the rows of all users. */
export function useIsAdmin(): boolean {
  return useRole() >= Role.Admin;
}
