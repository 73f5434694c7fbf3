import { answerOpenAi } from '../../apps/mock-upstream/src/index';
import {
  LogType,
  type LogEntry,
  type Page,
  type PlanChangePreview,
  type PlanEdit,
  type PlanOffer,
  type PlanView,
  type RedemptionView,
  type SubscriptionView,
  type TeamDetail,
} from '@contracts';
import { FixedClock } from '@kernel';
import { PlanClock, Plans, Turns } from '@plan';
import { Database } from '@platform';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { startMailServer, type MailServer } from '../support/fakes/mail-server';
import { giveEmail } from '../support/scenes/mail-scene';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** A price per call is reserved as it is charged, so that an allowance can be emptied to the last unit. */
const CALL = 500;
const MODEL = 'gpt-4o-mini';
const WALLET = 1_000_000;
const DAY_MS = 86_400_000;

let scene: RelayScene;
let mails: MailServer;
const clock = new FixedClock();
beforeAll(async () => {
  mails = await startMailServer();
  scene = await startRelayScene();
  await mails.configure(scene.app);
  await scene.app.make.option('ModelPrice', { [MODEL]: 0.001 });
  scene.app.nest.get(PlanClock).use(clock);
});
beforeEach(() => clock.setNow(Date.now()));
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
  await mails.close();
});

interface Person {
  readonly client: TestClient;
  readonly key: string;
}

async function person(quota = WALLET): Promise<Person> {
  const client = await scene.app.make.signedIn({ quota });
  const { secret: key } = await scene.app.make.token(client);
  return { client, key };
}

function make(plan: Partial<PlanEdit> = {}): Promise<PlanView> {
  const terms = { name: 'Plus', price_quota: 100_000, period: 'month', quota: 10 * CALL };
  return must(scene.app.admin.post<PlanView>('/api/plan/', { ...terms, ...plan }));
}

function buy({ client }: Person, plan: PlanView, more: { is_trial?: boolean; time_zone?: string } = {}) {
  const body = { plan_id: plan.id, time_zone: 'UTC', ...more };
  return must(client.post<SubscriptionView>('/api/plan/own', body));
}

async function mine({ client }: Person): Promise<readonly SubscriptionView[]> {
  await scene.settled();
  return must(client.get<SubscriptionView[]>('/api/plan/own'));
}

/** The wallet of a person, after all calls are booked. */
async function wallet({ client }: Person): Promise<number> {
  await scene.settled();
  return (await must(client.get<{ quota: number }>('/api/user/self'))).quota;
}

function call({ key }: Person, model = MODEL): Promise<Response> {
  return scene.post('/v1/chat/completions', chat({ model }), { authorization: `Bearer ${key}` });
}

async function statusOf(who: Person): Promise<number> {
  const response = await call(who);
  await response.text();
  return response.status;
}

/** What an allowance has left, once the calls so far are booked. */
function left(who: Person, units: number): Promise<unknown> {
  return eventually(
    () => mine(who),
    ([first]) => first?.remain_quota === units,
  );
}

function at(iso: string): void {
  clock.setNow(Date.parse(iso));
}

function turn(): Promise<void> {
  return scene.app.nest.get(Turns).run();
}

it('a call of somebody without a plan looks at nothing and leaves nothing', async () => {
  const someone = await person();
  const other = await person();
  await buy(other, await make({ price_quota: 0 }));
  const plans = scene.app.nest.get(Plans);
  expect(plans.isOn).toBe(true);
  expect(plans.of({ userId: someone.client.user?.id ?? 0 }, 'default', MODEL)).toBeNull();
  expect(await statusOf(someone)).toBe(200);
  await eventually(
    () => wallet(someone),
    quota => quota === WALLET - CALL,
  );
  const rows = await scene.app.nest
    .get(Database)
    .read.query<{ found: number | string }[]>(
      `SELECT COUNT(*) AS found FROM allowance_movements WHERE user_id = ${someone.client.user?.id}`,
    );
  expect(Number(rows[0]?.found)).toBe(0);
});

it('is bought from the wallet, pays for its calls, and leaves the rest to the wallet', async () => {
  const someone = await person();
  const bought = await buy(someone, await make({ quota: 2 * CALL }));
  expect(bought).toMatchObject({ name: 'Plus', state: 'active', remain_quota: 2 * CALL, used_quota: 0 });
  expect(await wallet(someone)).toBe(WALLET - 100_000);
  for (let at = 0; at < 3; at++) expect(await statusOf(someone)).toBe(200);
  await eventually(
    () => wallet(someone),
    quota => quota === WALLET - 100_000 - CALL,
  );
  expect(await mine(someone)).toMatchObject([{ remain_quota: 0, used_quota: 2 * CALL }]);
});

it('refuses beyond its allowance where it says so, with its name and the time of its reset', async () => {
  const someone = await person();
  at('2026-11-10T12:00:00Z');
  await buy(someone, await make({ name: 'Strict', quota: CALL, overage: 'refuse' }), { time_zone: 'Asia/Tokyo' });
  expect(await statusOf(someone)).toBe(200);
  await left(someone, 0);
  const refused = await call(someone);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-sluice-plan-reset')).toBe(String(Date.parse('2026-12-10T15:00:00Z') / 1000));
  const { error } = (await refused.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe('insufficient_quota');
  expect(error.message).toContain('Strict ($0.001 a month)');
  expect(error.message).toContain('2026-12-11 00:00 Asia/Tokyo');
  expect(await wallet(someone)).toBe(WALLET - 100_000);
});

it('pays for the models and groups that it includes and for no others', async () => {
  const someone = await person();
  await buy(someone, await make({ models: ['gpt-4o', 'gemini-*'], quota: 5 * CALL }));
  await buy(someone, await make({ groups: ['default'], models: ['gpt-*-mini'], quota: 3 * CALL }));
  const before = await wallet(someone);
  expect(await statusOf(someone)).toBe(200);
  await eventually(
    () => mine(someone),
    plans => plans[1]?.used_quota === CALL,
  );
  expect(await mine(someone)).toMatchObject([{ used_quota: 0 }, { used_quota: CALL }]);
  expect(await wallet(someone)).toBe(before);
});

it('pays nothing for the calls of a team, which its wallet pays', async () => {
  const who = await person();
  await buy(who, await make({ overage: 'refuse' }));
  const { id } = await must(who.client.post<TeamDetail>('/api/team/', { name: 'Research' }));
  await must(who.client.post(`/api/team/${id}/money`, { kind: 'deposit', quota: 2 * CALL }));
  const { secret: key } = await scene.app.make.token(who.client, { team_id: id });
  const before = await wallet(who);
  expect(await statusOf({ ...who, key })).toBe(200);
  expect(await statusOf({ ...who, key })).toBe(200);
  expect(await statusOf({ ...who, key })).toBe(403);
  await left(who, 10 * CALL);
  expect(await wallet(who)).toBe(before);
});

it('several are used in the order that their owner chooses', async () => {
  const someone = await person();
  const first = await buy(someone, await make({ name: 'First', quota: CALL }));
  const second = await buy(someone, await make({ name: 'Second', quota: CALL }));
  const ids = [second.id, first.id];
  await must(someone.client.put('/api/plan/own/order', { ids }));
  expect((await mine(someone)).map(({ id }) => id)).toEqual(ids);
  expect(await statusOf(someone)).toBe(200);
  await left(someone, 0);
  expect(await mine(someone)).toMatchObject([
    { id: second.id, used_quota: CALL },
    { id: first.id, used_quota: 0 },
  ]);
  const wrong = await someone.client.put('/api/plan/own/order', { ids: [first.id] });
  expect(wrong.body.success).toBe(false);
});

describe('the turn of a month', () => {
  it.each([
    ['UTC', '2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z', '2026-01-31T00:00:00Z'],
    ['America/New_York', '2026-02-28T05:00:00Z', '2026-03-31T04:00:00Z', '2026-01-31T05:00:00Z'],
    ['Asia/Kolkata', '2026-02-27T18:30:00Z', '2026-03-30T18:30:00Z', '2026-01-30T18:30:00Z'],
  ])('comes at midnight in %s, also after a short month and a change of clocks', async (zone, next, after, start) => {
    const someone = await person();
    at(start);
    const plan = await make({ price_quota: 1000, quota: 2 * CALL });
    const bought = await buy(someone, plan, { time_zone: zone });
    expect(bought.period_end * 1000).toBe(Date.parse(next));
    expect(await statusOf(someone)).toBe(200);
    await left(someone, CALL);
    clock.setNow(Date.parse(next) - 1);
    await turn();
    expect(await mine(someone)).toMatchObject([{ remain_quota: CALL }]);
    clock.setNow(Date.parse(next));
    // The first call of the new period makes the turn; what was left of the old one is gone.
    expect(await statusOf(someone)).toBe(200);
    await left(someone, CALL);
    expect(await mine(someone)).toMatchObject([{ used_quota: CALL, period_end: Date.parse(after) / 1000 }]);
    clock.setNow(Date.parse(after));
    await turn();
    expect(await mine(someone)).toMatchObject([{ used_quota: 0, remain_quota: 2 * CALL }]);
    expect(await wallet(someone)).toBe(WALLET - 3000);
    // Whatever had been left over expired by movements.
    const rows = await scene.app.nest
      .get(Database)
      .read.query<{ units: number | string }[]>(
        `SELECT SUM(amount) AS units FROM allowance_movements WHERE source_id LIKE 'expiry:%' AND user_id = ${someone.client.user?.id}`,
      );
    expect(Number(rows[0]?.units)).toBe(-2 * CALL);
  });

  it('books a call that was running across it on the period in which it began', async () => {
    const someone = await person();
    at('2026-04-10T00:00:00Z');
    await buy(someone, await make({ price_quota: 0, quota: 2 * CALL }));
    scene.upstream.script(asked => ({ ...answerOpenAi(asked), delayMs: 600 }));
    const running = statusOf(someone);
    await new Promise(resolve => setTimeout(resolve, 200));
    at('2026-05-10T00:00:00Z');
    await turn();
    expect(await running).toBe(200);
    scene.upstream.reset();
    await eventually(
      () => must(someone.client.get<{ used_quota: number }>('/api/user/self')),
      self => self.used_quota === CALL,
    );
    expect(await mine(someone)).toMatchObject([{ remain_quota: 2 * CALL, used_quota: 0 }]);
    expect(await wallet(someone)).toBe(WALLET);
  });

  it('charges only the period that holds the present moment after a long pause', async () => {
    const someone = await person();
    at('2026-01-15T00:00:00Z');
    await buy(someone, await make({ price_quota: 1000 }));
    at('2026-06-20T08:00:00Z');
    await turn();
    const [plan] = await mine(someone);
    expect(plan).toMatchObject({ period_start: Date.parse('2026-06-15T00:00:00Z') / 1000 });
    expect(await wallet(someone)).toBe(WALLET - 2000);
  });
});

/** Sets what somebody has in the wallet. */
function fill({ client }: Person, quota: number): Promise<unknown> {
  return must(scene.app.root.put('/api/user/', { id: client.user?.id, quota }));
}

describe('renewing', () => {
  it('waits for money, tells by mail, and goes on from the day on which it comes', async () => {
    const someone = await person(100_000);
    await giveEmail(scene.app, someone.client, 'due@example.org');
    at('2026-03-05T00:00:00Z');
    await buy(someone, await make());
    at('2026-04-05T00:00:00Z');
    await turn();
    expect(await mine(someone)).toMatchObject([{ state: 'past_due', remain_quota: 0, period_end: 0 }]);
    expect((await mails.waitFor('due@example.org')).subject).toContain('could not be renewed');
    await fill(someone, 150_000);
    at('2026-04-06T12:00:00Z');
    await turn();
    expect(await mine(someone)).toMatchObject([
      { state: 'active', remain_quota: 10 * CALL, period_end: Date.parse('2026-05-07T00:00:00Z') / 1000 },
    ]);
    expect(await wallet(someone)).toBe(50_000);
  });

  it('ends after the days of grace', async () => {
    const someone = await person(100_000);
    at('2026-03-05T00:00:00Z');
    await buy(someone, await make());
    at('2026-04-05T00:00:00Z');
    await turn();
    at('2026-04-07T23:59:59Z');
    await turn();
    expect(await mine(someone)).toHaveLength(1);
    at('2026-04-08T00:00:00Z');
    await turn();
    expect(await mine(someone)).toEqual([]);
  });

  it('meets the edits of a plan with the next period, and not before', async () => {
    const someone = await person();
    at('2026-03-05T00:00:00Z');
    const plan = await make({ price_quota: 1000 });
    await buy(someone, plan);
    await must(scene.app.admin.put(`/api/plan/${plan.id}`, { ...plan, price_quota: 7000, quota: CALL }));
    expect(await mine(someone)).toMatchObject([{ price_quota: 1000, quota: 10 * CALL }]);
    at('2026-04-05T00:00:00Z');
    await turn();
    expect(await mine(someone)).toMatchObject([{ price_quota: 7000, quota: CALL, remain_quota: CALL }]);
    expect(await wallet(someone)).toBe(WALLET - 8000);
  });
});

describe('a trial', () => {
  it('costs nothing, is told of before its end, and is paid for from then on', async () => {
    const someone = await person();
    await giveEmail(scene.app, someone.client, 'trial@example.org');
    at('2026-03-05T00:00:00Z');
    const plan = await make({ trial_days: 7 });
    expect(await buy(someone, plan, { is_trial: true })).toMatchObject({
      state: 'trial',
      period_end: Date.parse('2026-03-12T00:00:00Z') / 1000,
    });
    expect(await wallet(someone)).toBe(WALLET);
    at('2026-03-10T00:00:00Z');
    await turn();
    expect((await mails.waitFor('trial@example.org')).subject).toContain('about to end');
    at('2026-03-12T00:00:00Z');
    await turn();
    expect(await mine(someone)).toMatchObject([
      { state: 'active', period_end: Date.parse('2026-04-12T00:00:00Z') / 1000 },
    ]);
    expect(await wallet(someone)).toBe(WALLET - 100_000);
  });

  it('comes once for a person and a plan, also when several are asked for at once', async () => {
    const someone = await person();
    const plan = await make({ trial_days: 7 });
    const asked = { plan_id: plan.id, is_trial: true };
    const results = await Promise.all([1, 2, 3].map(() => someone.client.post('/api/plan/own', asked)));
    expect(results.filter(({ body }) => body.success)).toHaveLength(1);
    const [held] = await mine(someone);
    await must(someone.client.put(`/api/plan/own/${held?.id}/cancel`, {}));
    clock.setNow((held?.period_end ?? 0) * 1000);
    await turn();
    expect(await mine(someone)).toEqual([]);
    const again = await someone.client.post('/api/plan/own', asked);
    expect(again.body).toMatchObject({ success: false, message: 'you have tried this plan already' });
    const offers = await must(someone.client.get<PlanOffer[]>('/api/plan/own/offers'));
    expect(offers.find(({ id }) => id === plan.id)).toMatchObject({ is_trial_open: false, is_held: false });
  });
});

describe('a change', () => {
  const START = '2026-04-01T00:00:00Z';

  it('to a dearer plan comes at once: the unused share of the price comes back, by time or by use', async () => {
    const someone = await person();
    at(START);
    const held = await buy(someone, await make({ price_quota: 30_000 }));
    const dear = await make({ name: 'Max', price_quota: 90_000, quota: 50 * CALL });
    // 20 of 30 days are left, and 9 of 10 calls: 30,000 * 20 / 30 = 20,000 is the smaller share.
    expect(await statusOf(someone)).toBe(200);
    await left(someone, 9 * CALL);
    clock.setNow(Date.parse(START) + 10 * DAY_MS);
    const path = `/api/plan/own/${held.id}/change`;
    expect(await must(someone.client.get<PlanChangePreview>(`${path}?plan_id=${dear.id}`))).toMatchObject({
      is_now: true,
      credit_quota: 20_000,
      price_quota: 90_000,
      period_end: Date.parse('2026-05-11T00:00:00Z') / 1000,
    });
    const changed = await must(someone.client.put<SubscriptionView>(path, { plan_id: dear.id }));
    expect(changed).toMatchObject({ id: held.id, name: 'Max', remain_quota: 50 * CALL, used_quota: 0 });
    expect(await wallet(someone)).toBe(WALLET - 30_000 + 20_000 - 90_000);
  });

  it('gives nothing back for an allowance that is used up', async () => {
    const someone = await person();
    at(START);
    const held = await buy(someone, await make({ price_quota: 30_000, quota: 2 * CALL }));
    for (let at = 0; at < 2; at++) expect(await statusOf(someone)).toBe(200);
    await left(someone, 0);
    const dear = await make({ price_quota: 90_000 });
    const preview = `/api/plan/own/${held.id}/change?plan_id=${dear.id}`;
    expect(await must(someone.client.get<PlanChangePreview>(preview))).toMatchObject({ credit_quota: 0 });
  });

  it('to a cheaper plan comes with the next period', async () => {
    const someone = await person();
    at(START);
    const held = await buy(someone, await make({ price_quota: 30_000 }));
    const cheap = await make({ name: 'Small', price_quota: 5000, quota: CALL });
    const path = `/api/plan/own/${held.id}/change`;
    expect(await must(someone.client.get<PlanChangePreview>(`${path}?plan_id=${cheap.id}`))).toMatchObject({
      is_now: false,
      credit_quota: 0,
      effective_time: Date.parse('2026-05-01T00:00:00Z') / 1000,
    });
    expect(await must(someone.client.put<SubscriptionView>(path, { plan_id: cheap.id }))).toMatchObject({
      name: 'Plus',
      next_plan: 'Small',
    });
    at('2026-05-01T00:00:00Z');
    await turn();
    expect(await mine(someone)).toMatchObject([{ name: 'Small', remain_quota: CALL, next_plan: '' }]);
    expect(await wallet(someone)).toBe(WALLET - 35_000);
  });

  it('that the wallet cannot pay changes nothing', async () => {
    const someone = await person(40_000);
    const held = await buy(someone, await make({ price_quota: 30_000 }));
    const dear = await make({ price_quota: 90_000 });
    const refused = await someone.client.put(`/api/plan/own/${held.id}/change`, { plan_id: dear.id });
    expect(refused.body.message).toContain('top up first');
    expect(await mine(someone)).toMatchObject([{ name: 'Plus', remain_quota: 10 * CALL }]);
    expect(await wallet(someone)).toBe(10_000);
  });
});

describe('a cancellation', () => {
  it('comes at the end of the period, and can be taken back', async () => {
    const someone = await person();
    at('2026-04-01T00:00:00Z');
    const { id } = await buy(someone, await make());
    const cancel = (is_cancelled: boolean) =>
      must(someone.client.put<SubscriptionView>(`/api/plan/own/${id}/cancel`, { is_cancelled }));
    expect(await cancel(true)).toMatchObject({ state: 'cancelled', remain_quota: 10 * CALL });
    expect(await cancel(false)).toMatchObject({ state: 'active' });
    await cancel(true);
    at('2026-05-01T00:00:00Z');
    expect(await statusOf(someone)).toBe(200);
    expect(await mine(someone)).toEqual([]);
    await eventually(
      () => wallet(someone),
      quota => quota === WALLET - 100_000 - CALL,
    );
  });

  it('comes at once where the site has it so, with the unused share given back', async () => {
    await scene.app.make.option('PlanCancelRefund', true);
    const someone = await person();
    at('2026-04-01T00:00:00Z');
    const { id } = await buy(someone, await make({ price_quota: 10_000 }));
    clock.setNow(clock.now() + 15 * DAY_MS);
    await must(someone.client.put(`/api/plan/own/${id}/cancel`, {}));
    await scene.app.make.option('PlanCancelRefund', false);
    expect(await mine(someone)).toEqual([]);
    expect(await wallet(someone)).toBe(WALLET - 5000);
    expect((await someone.client.put(`/api/plan/own/${id}/cancel`, {})).body.success).toBe(false);
  });
});

describe('a gift', () => {
  it('by a code comes once, without a price, and ends after its periods', async () => {
    const [someone, other] = [await person(0), await person(0)];
    at('2026-04-01T00:00:00Z');
    const plan = await make({ quota: 4 * CALL });
    const gift = { name: 'gift', quota: 0, count: 1, plan_id: plan.id, plan_periods: 2 };
    const [key] = await must(scene.app.admin.post<string[]>('/api/redemption/', gift));
    const redeem = ({ client }: Person) => client.post('/api/user/topup', { key });
    const results = await Promise.all([redeem(someone), redeem(other), redeem(someone)]);
    const won = results.filter(({ body }) => body.success);
    expect(won.map(({ body }) => body.data)).toEqual([{ plan: 'Plus', periods: 2 }]);
    const winner = (await mine(someone)).length > 0 ? someone : other;
    expect(await mine(winner)).toMatchObject([{ state: 'active', prepaid_periods: 1, is_cancelled: true }]);
    expect(await statusOf(winner)).toBe(200);
    await left(winner, 3 * CALL);
    const [code] = await must(scene.app.admin.get<RedemptionView[]>(`/api/redemption/search?keyword=${key}`));
    expect(code).toMatchObject({ quota: 0, plan_id: plan.id, plan_name: 'Plus', plan_periods: 2 });
    clock.setNow(Date.parse('2026-05-01T00:00:00Z') + DAY_MS);
    await turn();
    expect(await mine(winner)).toMatchObject([{ state: 'cancelled', remain_quota: 4 * CALL }]);
    clock.setNow(Date.parse('2026-06-01T00:00:00Z') + DAY_MS);
    await turn();
    expect(await mine(winner)).toEqual([]);
  });

  it('by an administrator follows what somebody has already, and is ended by one too', async () => {
    const someone = await person();
    at('2026-04-01T00:00:00Z');
    const plan = await make({ price_quota: 10_000 });
    const bought = await buy(someone, plan);
    const username = someone.client.user?.username ?? '';
    await must(scene.app.admin.post('/api/plan/subscriptions', { plan_id: plan.id, username, periods: 3 }));
    expect(await mine(someone)).toMatchObject([{ id: bought.id, prepaid_periods: 3 }]);
    const listed = await scene.app.admin.get<SubscriptionView[]>(`/api/plan/subscriptions?username=${username}`);
    expect(listed.body.data).toMatchObject([{ id: bought.id, username, plan_id: plan.id }]);
    clock.setNow(clock.now() + 15 * DAY_MS);
    await must(scene.app.admin.delete(`/api/plan/subscriptions/${bought.id}`));
    expect(await mine(someone)).toEqual([]);
    expect(await wallet(someone)).toBe(WALLET - 5000);
    const rows = await must(someone.client.get<Page<LogEntry> | LogEntry[]>(`/api/log/self?type=${LogType.Admin}`));
    const texts = JSON.stringify(rows);
    expect(texts).toContain('for 3 periods');
  });
});
