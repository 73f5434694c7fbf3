import { type TeamDetail, type TeamInvited } from '@contracts';
import * as users from '../../frontend/src/base/session/user-api';
import * as lists from '../../frontend/src/base/team/team-list-api';
import * as teams from '../../frontend/src/features/team/team-api';
import * as parts from '../../frontend/src/features/team/team-parts-api';
import * as tokens from '../../frontend/src/features/token/token-api';
import { must } from '../support/clients/factories';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import { teamShapes } from './shapes';

let served: ServedScene;
/** The code of an invitation to a team of somebody else. */
let code = '';
const page = new Console();

beforeAll(async () => {
  served = await startServedScene();
  // This happens before the cookie of the page is managed: from then on every call of this process belongs to the page.
  const client = await served.make.signedIn();
  const { id } = await must(client.post<TeamDetail>('/api/team/', { name: 'Design' }));
  ({ code } = await must(client.post<TeamInvited>(`/api/team/${id}/invitation`, { role: 2 })));
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
});
afterAll(() => served?.close());

it('teams in the console are made, changed, listed and deleted', async () => {
  const made = await page.call(teams.useCreateTeamMutation, { name: 'Research' });
  expect(made).toEqual(teamShapes.detail);
  const { id: teamId } = made;
  const edited = await page.call(teams.useEditTeamMutation, { teamId, name: 'Lab', allowed_groups: ['default'] });
  expect(edited).toMatchObject({ name: 'Lab', allowed_groups: ['default'], allowed_models: [] });
  const paid = await page.call(teams.useMoveTeamMoneyMutation, { teamId, kind: 'grant', quota: 500 });
  expect(paid.balance).toBe(500);
  const userId = made.members[0]?.user_id ?? 0;
  const cap = { quota: 500, window: 'month' } as const;
  const capped = await page.call(teams.useEditTeamMemberMutation, { teamId, userId, cap });
  expect(capped.members).toEqual([teamShapes.member]);
  expect(capped.members[0]?.cap).toMatchObject(cap);
  const mine = await page.query(lists.useListTeamsQuery, undefined);
  expect(mine).toEqual([teamShapes.summary]);
  expect(await page.query(teams.useGetTeamQuery, teamId)).toEqual(capped);
  const { rows } = await page.query(teams.useListAllTeamsQuery, { page: 1, size: 10 });
  expect(rows.map(({ name }) => name)).toEqual(['Lab', 'Design']);
  expect(await page.query(parts.useListTeamLogQuery, { teamId, page: 1, size: 10 })).toMatchObject({
    items: [],
    page: 1,
  });
  expect(await page.query(parts.useListTeamUsageQuery, { teamId, by: 'day' as const })).toEqual([]);
  expect(await page.call(teams.useRemoveTeamMutation, teamId)).toBeNull();
});

it('keys and invitations of a team come and go', async () => {
  expect(await page.query(parts.useGetTeamOfferQuery, code)).toEqual(teamShapes.offer);
  const { id: teamId } = await page.call(parts.useJoinTeamMutation, code);
  const shared = { name: 'shared', remain_quota: 0, unlimited_quota: true, expired_time: -1, group: 'default' };
  const limits = { model_limits_enabled: false, model_limits: '' };
  await page.call(tokens.useCreateTokensMutation, [
    { ...shared, ...limits, team_id: teamId, shared: true, tags: 'a=1' },
  ]);
  const keys = await page.query(parts.useListTeamKeysQuery, teamId);
  expect(keys).toEqual([teamShapes.key]);
  expect(keys[0]).toMatchObject({ is_shared: true, tags: 'a=1' });
  expect(await page.call(parts.useRemoveTeamKeyMutation, { teamId, keyId: keys[0]?.id ?? 0 })).toBeNull();
  const invited = await page.call(parts.useInviteToTeamMutation, { teamId, role: 1 });
  expect(invited).toEqual(teamShapes.invited);
  expect(await page.call(parts.useWithdrawTeamInvitationMutation, { teamId, invitationId: invited.id })).toBeNull();
  const { members } = await page.query(teams.useGetTeamQuery, teamId);
  const userId = members.find(({ username }) => username === 'root')?.user_id ?? 0;
  expect(await page.call(teams.useRemoveTeamMemberMutation, { teamId, userId })).toBeNull();
});

it('every endpoint of the teams has answered', () => {
  expect(unansweredOf(teams, parts, lists)).toEqual([]);
});
