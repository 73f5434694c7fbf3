import {
  RedemptionStatus,
  RegistrationCodeStatus,
  Role,
  UserStatus,
  type AdminUser,
  type RedemptionView,
  type TotpSetup,
} from '@contracts';
import * as budgets from '../../frontend/src/base/budget/budget-api';
import * as codes from '../../frontend/src/features/redemption/redemption-api';
import * as entries from '../../frontend/src/features/registration/registration-api';
import * as tokens from '../../frontend/src/features/token/token-api';
import * as userAdmin from '../../frontend/src/features/user/user-admin-api';
import * as signIn from '../../frontend/src/base/sign-in/auth-api';
import * as users from '../../frontend/src/base/session/user-api';
import { AuthenticatorApp } from '../support/clients/authenticator-app';
import { must } from '../support/clients/factories';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import { budgetShape, ownUserShape, redemptionShape, registrationCodeShape, registrationUseShape } from './shapes';

const FIRST_PAGE = { page: 1, size: 10, keyword: '' };

let served: ServedScene;
/** A user with an authenticator app. */
let careful: { readonly id: number; readonly username: string };
const page = new Console();

beforeAll(async () => {
  served = await startServedScene();
  // This happens before the cookie of the page is managed: from then on every call of this process belongs to the page.
  const client = await served.make.signedIn();
  const { url } = await must(client.post<TotpSetup>('/api/user/totp/setup'));
  await must(client.post('/api/user/totp/enable', { code: new AuthenticatorApp(url).code() }));
  if (!client.user) throw new Error('nobody is signed in');
  careful = client.user;
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
});
afterAll(() => served?.close());

async function userNamed(username: string): Promise<AdminUser> {
  const query = { ...FIRST_PAGE, keyword: username, group: '' };
  const { rows } = await page.query(userAdmin.useListUsersQuery, query);
  const found = rows.find(user => user.username === username);
  if (!found) throw new Error(`there is no user ${username}`);
  return found;
}

async function codesNamed(name: string): Promise<readonly RedemptionView[]> {
  return (await page.query(codes.useListRedemptionsQuery, { ...FIRST_PAGE, keyword: name })).rows;
}

describe('the budgets in the console', () => {
  it('are set for anybody, changed and removed', async () => {
    const { id: userId } = await userNamed(careful.username);
    const asked = { scope: 'user', username: careful.username, quota: 500_000, window: 'month' } as const;
    const made = await page.call(budgets.useCreateBudgetMutation, asked);
    expect(made).toEqual(budgetShape);
    expect(made).toMatchObject({ owner_id: userId, owner_name: careful.username, remain_quota: 500_000 });
    const changed = await page.call(budgets.useChangeBudgetMutation, { id: made.id, quota: 1_000_000 });
    expect(changed.quota).toBe(1_000_000);
    const query = { page: 1, size: 10, scope: 'user', ownerId: userId } as const;
    expect(await page.query(budgets.useListBudgetsQuery, query)).toEqual({ rows: [changed], total: 1 });
    expect(await page.call(budgets.useRemoveBudgetMutation, made.id)).toBeNull();
  });

  it('are set by their owners for own keys', async () => {
    const created = await page.call(tokens.useCreateTokensMutation, [
      {
        name: 'budgeted',
        remain_quota: 0,
        unlimited_quota: true,
        expired_time: -1,
        model_limits_enabled: false,
        model_limits: '',
        group: 'default',
      },
    ]);
    expect(created).toBe(1);
    const { rows } = await page.query(tokens.useSearchTokensQuery, { keyword: 'budgeted', token: '' });
    const terms = { quota: 500_000, window: 'day' } as const;
    const own = await page.call(budgets.useCreateOwnBudgetMutation, { owner_id: rows[0]?.id ?? 0, ...terms });
    const changed = await page.call(budgets.useChangeOwnBudgetMutation, { id: own.id, quota: 7 });
    expect(await page.query(budgets.useListOwnBudgetsQuery, undefined)).toEqual([changed]);
    expect(changed).toEqual(budgetShape);
    expect(await page.call(budgets.useRemoveOwnBudgetMutation, own.id)).toBeNull();
  });
});

describe('the users in the console', () => {
  it('are created, listed newest first, and found', async () => {
    const request = { username: 'ann', display_name: 'Ann', password: 'long enough' };
    expect(await page.call(userAdmin.useCreateUserMutation, request)).toBeNull();
    const { rows, total } = await page.query(userAdmin.useListUsersQuery, { ...FIRST_PAGE, group: '' });
    expect(rows.map(({ username }) => username)).toEqual(['ann', careful.username, 'root']);
    expect(rows).toEqual([ownUserShape, ownUserShape, ownUserShape]);
    expect(total).toBe(3);
    expect(await userNamed('ann')).toEqual(rows[0]);
  });

  it('are found by one of their groups, with the number of all matches', async () => {
    const { id } = await userNamed('ann');
    expect(await page.call(userAdmin.useEditUserMutation, { id, group: 'default,vip' })).toBeNull();
    const query = { ...FIRST_PAGE, group: 'vip', size: 20 };
    const { rows, total } = await page.query(userAdmin.useListUsersQuery, query);
    expect(rows.map(user => user.group)).toEqual(['default,vip']);
    expect(total).toBe(1);
  });

  it('receive and lose quota, by differences', async () => {
    const { id, quota } = await userNamed('ann');
    await page.call(userAdmin.useEditUserMutation, { id, quota_delta: 500, reason: 'a present' });
    await page.call(userAdmin.useEditUserMutation, { id, quota: quota + 100, quota_loaded: quota });
    expect((await page.query(userAdmin.useGetUserForEditQuery, id)).quota).toBe(quota + 600);
  });

  it('are promoted, banned and deactivated, and the response contains role and status', async () => {
    const { id } = await userNamed('ann');
    const manage = (action: 'promote' | 'demote' | 'disable' | 'enable' | 'delete') =>
      page.call(userAdmin.useManageUserMutation, { id, action });
    expect(await manage('promote')).toEqual({ role: Role.Admin, status: UserStatus.Enabled });
    expect(await manage('demote')).toEqual({ role: Role.User, status: UserStatus.Enabled });
    expect(await manage('disable')).toEqual({ role: Role.User, status: UserStatus.Disabled });
    expect(await manage('enable')).toEqual({ role: Role.User, status: UserStatus.Enabled });
    expect(await manage('delete')).toEqual({ role: Role.User, status: UserStatus.Enabled });
    expect((await userNamed('ann')).DeletedAt).toEqual(expect.any(String));
    await expect(manage('enable')).rejects.toThrow('the user has been deactivated');
  });

  it('lose an authenticator app, and a user without one is refused', async () => {
    const remove = () => page.call(userAdmin.useRemoveAuthenticatorMutation, careful.id);
    expect(await remove()).toBeNull();
    await expect(remove()).rejects.toThrow('no authenticator app is set up');
  });
});

describe('the redemption codes in the console', () => {
  it('are created together, and their keys are returned', async () => {
    const keys = await page.call(codes.useCreateRedemptionsMutation, { name: 'spring', quota: 700, count: 2 });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const { rows, total } = await page.query(codes.useListRedemptionsQuery, FIRST_PAGE);
    expect(rows).toEqual([redemptionShape, redemptionShape]);
    expect(rows.map(({ key }) => key).toSorted()).toEqual([...keys].toSorted());
    expect(total).toBe(2);
    expect(await codesNamed('spr')).toEqual(rows);
  });

  it('are switched off and on and edited, and the whole row is returned', async () => {
    const [code] = await codesNamed('spring');
    const id = code?.id ?? 0;
    const off = await page.call(codes.useSetRedemptionStatusMutation, { id, status: RedemptionStatus.Disabled });
    expect(off).toEqual({ ...code, status: RedemptionStatus.Disabled });
    const edit = { id, name: 'summer', quota: 9 };
    await expect(page.call(codes.useEditRedemptionMutation, edit)).rejects.toThrow('the code is disabled');
    await page.call(codes.useSetRedemptionStatusMutation, { id, status: RedemptionStatus.Unused });
    expect(await page.call(codes.useEditRedemptionMutation, edit)).toEqual({ ...code, ...edit });
  });

  it('are deleted', async () => {
    const [code] = await codesNamed('summer');
    expect(await page.call(codes.useDeleteRedemptionMutation, code?.id ?? 0)).toBeNull();
    const { total } = await page.query(codes.useListRedemptionsQuery, { ...FIRST_PAGE, size: 20 });
    expect(total).toBe(1);
  });
});

describe('the registration codes in the console', () => {
  const listed = () => page.query(entries.useListRegistrationCodesQuery, { ...FIRST_PAGE, state: '' as const });

  it('are made, used, switched off, and deleted', async () => {
    const request = { count: 2, uses_max: 1, note: 'spring', quota: 5 };
    const made = await page.call(entries.useCreateRegistrationCodesMutation, request);
    expect(made).toEqual([registrationCodeShape, registrationCodeShape]);
    const [first, second] = made;
    const body = { username: 'by-code', password: 'password-1', registration_code: first?.code ?? '' };
    await page.call(signIn.useRegisterMutation, body);
    expect((await page.query(entries.useListRegistrationUsesQuery, first?.id ?? 0)).rows).toEqual([
      registrationUseShape,
    ]);
    const change = { id: second?.id ?? 0, status: RegistrationCodeStatus.Disabled };
    expect(await page.call(entries.useSetRegistrationCodeStatusMutation, change)).toMatchObject(change);
    expect(await page.call(entries.useDeleteRegistrationCodeMutation, change.id)).toBeNull();
    expect((await listed()).rows).toEqual([{ ...first, uses: 1 }]);
  });
});

it('every endpoint of the user, registration and redemption pages has answered', () => {
  expect(unansweredOf(userAdmin, entries, codes, budgets)).toEqual([]);
});
