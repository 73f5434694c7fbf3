import * as users from '../../frontend/src/base/session/user-api';
import * as plans from '../../frontend/src/base/plan/plan-api';
import { must } from '../support/clients/factories';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import { planChangeShape, planOfferShape, planShape, subscriptionShape } from './shapes';

let served: ServedScene;
let username = '';
const page = new Console();

beforeAll(async () => {
  served = await startServedScene();
  const client = await served.make.signedIn();
  username = client.user?.username ?? '';
  await must(served.root.put('/api/user/', { id: served.root.user?.id, quota: 100_000_000 }));
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
});
afterAll(() => served?.close());

const edit = {
  name: 'Small',
  description: 'For trying things out.',
  price_quota: 1_000_000,
  period: 'month',
  quota: 2_000_000,
  models: ['gpt-4o*'],
  groups: ['default'],
  overage: 'wallet',
  trial_days: 7,
  is_on_sale: true,
  sort_order: 0,
} as const;

describe('the plans in the console', () => {
  it('are made, changed, given, ended and removed', async () => {
    const made = await page.call(plans.useCreatePlanMutation, edit);
    expect(made).toEqual(planShape);
    const changed = await page.call(plans.useEditPlanMutation, { id: made.id, ...edit, name: 'Tiny' });
    expect(changed).toEqual({ ...made, name: 'Tiny' });
    expect(await page.query(plans.useListPlansQuery, undefined)).toEqual([changed]);
    expect(await page.call(plans.useGivePlanMutation, { plan_id: made.id, username, periods: 2 })).toBeNull();
    const { rows, total } = await page.query(plans.useListSubscriptionsQuery, { page: 1, size: 10, username });
    expect([rows, total]).toEqual([[subscriptionShape], 1]);
    expect(rows[0]).toMatchObject({ username, state: 'active', prepaid_periods: 1 });
    expect(await page.call(plans.useEndSubscriptionMutation, rows[0]?.id ?? 0)).toBeNull();
    expect(await page.call(plans.useRemovePlanMutation, made.id)).toBeNull();
  });

  it('are bought, put in order, changed and cancelled', async () => {
    const small = await page.call(plans.useCreatePlanMutation, edit);
    const large = await page.call(plans.useCreatePlanMutation, { ...edit, name: 'Large', price_quota: 5_000_000 });
    const other = await page.call(plans.useCreatePlanMutation, { ...edit, name: 'Other' });
    expect(await page.query(plans.useListPlanOffersQuery, undefined)).toEqual([
      planOfferShape,
      planOfferShape,
      planOfferShape,
    ]);
    const bought = await page.call(plans.useBuyPlanMutation, { plan_id: small.id, time_zone: 'UTC' });
    expect(bought).toEqual(subscriptionShape);
    const tried = await page.call(plans.useBuyPlanMutation, { plan_id: other.id, is_trial: true });
    expect(tried.state).toBe('trial');
    const ids = [tried.id, bought.id];
    expect((await page.call(plans.useOrderPlansMutation, ids)).map(({ id }) => id)).toEqual(ids);
    const step = { id: bought.id, planId: large.id };
    expect(await page.query(plans.useGetPlanChangeQuery, step)).toEqual(planChangeShape);
    expect(await page.call(plans.useChangePlanMutation, step)).toMatchObject({ id: bought.id, name: 'Large' });
    const cancelled = await page.call(plans.useCancelPlanMutation, { id: bought.id, isCancelled: true });
    expect(cancelled).toMatchObject({ state: 'cancelled', is_cancelled: true });
    expect((await page.query(plans.useListOwnPlansQuery, undefined)).map(({ id }) => id)).toEqual(ids);
  });
});

it('every endpoint of the plans has answered', () => {
  expect(unansweredOf(plans)).toEqual([]);
});
