import { type PlanView, type Report, type ReportRow, type SubscriptionView } from '@contracts';
import { PlanIncome } from '@cost';
import { Database } from '@platform';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const CALL = 500;
const MODEL = 'gpt-4o-mini';
const WALLET = 1_000_000;
const DAY_MS = 86_400_000;
const PRICE = 100_001;

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene({ environment: { TZ: 'UTC' } });
  await scene.app.make.option('ModelPrice', { [MODEL]: 0.001 });
  // The day before the first calls is where counting begins.
  await scene.app.nest.get(PlanIncome).run(Date.now());
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
});

interface Person {
  readonly client: TestClient;
  readonly id: number;
  readonly key: string;
}

async function subscriber(plan: Readonly<Record<string, unknown>>): Promise<Person> {
  const client = await scene.app.make.signedIn({ quota: WALLET });
  const { secret: key } = await scene.app.make.token(client);
  const terms = { name: 'Plus', price_quota: PRICE, period: 'month', ...plan };
  const { id } = await must(scene.app.admin.post<PlanView>('/api/plan/', terms));
  await must(client.post('/api/plan/own', { plan_id: id, time_zone: 'UTC' }));
  return { client, id: client.user?.id ?? 0, key };
}

async function calls({ client, key }: Person, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const response = await scene.post('/v1/chat/completions', chat({ model: MODEL }), {
      authorization: `Bearer ${key}`,
    });
    await response.text();
    expect(response.status).toBe(200);
  }
  await scene.settled();
  await eventually(
    () => must(client.get<SubscriptionView[]>('/api/plan/own')),
    ([held]) => (held?.used_quota ?? 0) >= CALL * count,
  );
}

async function rowOf(by: string, userId: number, name: string): Promise<ReportRow | undefined> {
  const [start, end] = [Date.now() - DAY_MS, Date.now() + DAY_MS].map(ms => Math.floor(ms / 1000));
  const span = `start_timestamp=${start}&end_timestamp=${end}`;
  const report = await must(scene.app.admin.get<Report>(`/api/report?by=${by}&user_id=${userId}&${span}`));
  return report.rows.find(row => row.name === name);
}

describe('a plan without a limit', () => {
  it('pays every call, however little is in the wallet, and says what was used', async () => {
    const someone = await subscriber({ quota: 0, overage: 'refuse' });
    const { quota: before } = await must(someone.client.get<{ quota: number }>('/api/user/self'));
    await must(scene.app.root.put('/api/user/', { id: someone.id, quota_delta: -before, reason: 'emptied' }));
    await calls(someone, 20);
    const [held] = await must(someone.client.get<SubscriptionView[]>('/api/plan/own'));
    expect(held).toMatchObject({ quota: 0, used_quota: 20 * CALL, remain_quota: 0 });
    expect(await must(someone.client.get('/api/user/self'))).toMatchObject({ quota: 0 });
    await scene.expectEvenLedger();
  });
});

describe('the price of a plan', () => {
  it('belongs to the calls that it paid, as far as it is earned, once the day is over', async () => {
    await must(
      scene.app.root.put('/api/channel/', {
        id: scene.channelId,
        supplier_cost: JSON.stringify({ models: { [MODEL]: { call: 0.0001 } } }),
      }),
    );
    const someone = await subscriber({ quota: 10 * CALL, overage: 'wallet' });
    await calls(someone, 4);
    const first = await rowOf('model', someone.id, MODEL);
    expect(first).toMatchObject({ count: 4, quota: 4 * CALL, plan_quota: 4 * CALL, plan_income: 0, plan_discount: 0 });
    const income = scene.app.nest.get(PlanIncome);
    expect(await income.run(Date.now() + DAY_MS)).toBe(1);
    expect(await income.run(Date.now() + DAY_MS)).toBe(0);
    const earned = Math.floor((PRICE * 4) / 10);
    const after = await rowOf('model', someone.id, MODEL);
    expect(after).toMatchObject({ quota: 4 * CALL, plan_income: earned });
    expect(after?.costed_quota).toBe(4 * CALL);
    expect(after?.plan_discount).toBe(4 * CALL - earned);
    expect(await rowOf('user', someone.id, someone.client.user?.username ?? '')).toMatchObject({ plan_income: earned });
    const { text } = await scene.app.admin.get('/api/report/export?by=model');
    expect(text).toContain('"plan_income"');
  });

  it('is counted to the last unit when the period has ended, also what nobody used', async () => {
    const someone = await subscriber({ quota: 3 * CALL, overage: 'wallet', period: 'day' });
    await calls(someone, 1);
    const income = scene.app.nest.get(PlanIncome);
    await income.run(Date.now() + 5 * DAY_MS);
    const [row] = await scene.app.nest
      .get(Database)
      .read.query<Record<string, number | string>[]>(
        `SELECT SUM(plan_income) AS income FROM usage_hours WHERE user_id = ${someone.id}`,
      );
    expect(Number(row?.income)).toBe(PRICE);
  });
});
