import { TeamRole, type TeamSummary } from '@contracts';
import { useIsAdmin } from '../../base/session/use-role';

/** What the reader may do in a team; administrators may do what an owner may. */
export function useRank({ role }: Pick<TeamSummary, 'role'>): number {
  return useIsAdmin() ? TeamRole.Owner : role;
}
