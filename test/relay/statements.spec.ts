import { type PlanView, type Statement, type TeamDetail } from '@contracts';
import { StatementService } from '@cost';
import { Database } from '@platform';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const CALL = 500;
const MODEL = 'gpt-4o-mini';
const WALLET = 1_000_000;
const DAY_MS = 86_400_000;
const MONTH = new Date().toISOString().slice(0, 7);
/** When the present month is over and closed. */
const LATER_MS = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1) + 3 * 3_600_000;

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene({ environment: { TZ: 'UTC' } });
  await scene.app.make.option('ModelPrice', { [MODEL]: 0.001 });
  await scene.app.make.option('ManualPaymentEnabled', true);
  await scene.app.make.option('PayTaxPercent', 19);
  await scene.app.make.option('PayTaxName', 'VAT');
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

async function person(): Promise<Person> {
  const client = await scene.app.make.signedIn({ quota: WALLET });
  const { secret: key } = await scene.app.make.token(client);
  return { client, id: client.user?.id ?? 0, key };
}

async function call({ key }: { readonly key: string }): Promise<void> {
  const response = await scene.post('/v1/chat/completions', chat({ model: MODEL }), { authorization: `Bearer ${key}` });
  await response.text();
  expect(response.status).toBe(200);
}

/** The ledger's own sums of a column over everything that moved a wallet, or one kind of movements. */
async function moved(owner: 'user' | 'team', id: number, kind?: string): Promise<number> {
  const rows: { units: number | string | null }[] = await scene.app.nest
    .get(Database)
    .read.query(
      `SELECT SUM(${owner}_amount) AS units FROM movements WHERE ${owner}_id = ${id}` +
        (kind === undefined ? '' : ` AND kind = '${kind}'`),
    );
  return Number(rows[0]?.units ?? 0);
}

function changesOf({ balance }: Statement): Readonly<Record<string, number>> {
  return Object.fromEntries(balance?.changes.map(({ kind, quota }) => [kind, quota]) ?? []);
}

function expectEven({ balance }: Statement): void {
  const sum = balance?.changes.reduce((total, { quota }) => total + quota, balance.begin);
  expect(sum).toBe(balance?.end);
}

async function own({ client }: Person): Promise<Statement> {
  await scene.settled();
  return must(client.get<Statement>(`/api/statement/self?month=${MONTH}`));
}

describe('the statement of a month', () => {
  let someone: Person;
  let team: TeamDetail;
  beforeAll(async () => {
    someone = await person();
    const { client, id } = someone;
    const order = await must(
      client.post<{ order: { id: number } }>('/api/payment/start', { amount: 10, provider: 'manual' }),
    );
    await must(scene.app.root.post('/api/order/confirm', { id: order.order.id, note: '' }));
    const [code] = await must(
      scene.app.admin.post<string[]>('/api/redemption/', { name: 'gift', count: 1, quota: 70_000 }),
    );
    await must(client.post('/api/user/topup', { key: code }));
    team = await must(client.post<TeamDetail>('/api/team/', { name: 'Crew' }));
    await must(client.post(`/api/team/${team.id}/money`, { kind: 'deposit', quota: 30_000 }));
    const terms = { name: 'Plus', price_quota: 100_000, period: 'month', quota: 2 * CALL };
    const plan = await must(scene.app.admin.post<PlanView>('/api/plan/', terms));
    await must(client.post('/api/plan/own', { plan_id: plan.id, time_zone: 'UTC' }));
    for (let at = 0; at < 5; at++) await call(someone);
    const shared = await scene.app.make.token(client, { team_id: team.id });
    await call({ key: shared.secret });
    await eventually(
      () => own(someone),
      ({ total }) => total.count === 6,
    );
    expect(id).toBeGreaterThan(0);
  });

  it('names every change of the wallet as the ledger has it, and adds up', async () => {
    const statement = await own(someone);
    expect(statement).toMatchObject({
      number: 0,
      paid_by_plans: 2 * CALL,
      paid_by_teams: CALL,
      total: { count: 6, quota: 6 * CALL },
      lines: [{ model: MODEL, count: 6 }],
      tax_name: 'VAT',
    });
    expect(statement.parts.reduce((sum, { quota }) => sum + quota, 0)).toBe(6 * CALL);
    const ledger = (kind: string) => moved('user', someone.id, kind);
    expect(changesOf(statement)).toEqual({
      order: await ledger('order'),
      redeem: 70_000,
      admin: await ledger('admin'),
      plan: -100_000,
      team: -30_000,
      calls: -3 * CALL,
    });
    const { quota } = await must(someone.client.get<{ quota: number }>('/api/user/self'));
    expect(statement.balance).toMatchObject({ begin: 0, end: quota });
    expectEven(statement);
  });

  it('has the orders with their tax', async () => {
    const { orders } = await own(someone);
    expect(orders).toMatchObject([{ method: 'manual', currency: 'CNY', quota: 5_000_000 }]);
    const [order] = orders;
    expect(Number(order?.net) + Number(order?.tax)).toBeCloseTo(Number(order?.total), 2);
  });

  it('of a team has its members, for its owner and administrators only', async () => {
    const path = `/api/statement/team?month=${MONTH}&team_id=${team.id}`;
    const statement = await must(someone.client.get<Statement>(path));
    expect(statement).toMatchObject({
      ...{ user_id: 0, team_id: team.id, display_name: 'Crew', paid_by_plans: 0 },
      parts: [{ name: someone.client.user?.username, quota: CALL }],
      lines: [{ model: MODEL, quota: CALL }],
      balance: { begin: 0, end: 30_000 - CALL },
    });
    expect(changesOf(statement)).toEqual({ team: await moved('team', team.id, 'team'), calls: -CALL });
    expectEven(statement);
    expect(await must(scene.app.admin.get<Statement>(path))).toMatchObject({ team_id: team.id });
    expect((await scene.app.user.get(path)).body).toMatchObject({ success: false });
  });

  it('is a PDF with its font, in both languages, and a CSV file', async () => {
    const path = `/api/statement/self/export?month=${MONTH}`;
    const sizes: number[] = [];
    for (const language of ['en', 'zh']) {
      const { status, headers, text } = await someone.client.get(`${path}&format=pdf&language=${language}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toContain(`statement-${MONTH}-${someone.id}.pdf`);
      expect(text.startsWith('%PDF-')).toBe(true);
      expect(text).toContain('NotoSansHans');
      sizes.push(text.length);
    }
    // The part of the font that is used, not the eight megabytes of it.
    expect(Math.max(...sizes)).toBeLessThan(200_000);
    const { text } = await someone.client.get(path);
    expect(text).toContain('"balance_at_begin","","","0.000000"');
    expect(text).toContain('"plans","","","0.002000"');
    expect((await someone.client.get(`${path}&format=doc`)).body).toMatchObject({ success: false });
  });

  it('gets a number when the month is over, and says the same whatever comes later', async () => {
    const statements = scene.app.nest.get(StatementService);
    const before = await own(someone);
    const issued = await statements.statement(someone.id, MONTH, LATER_MS);
    expect(issued).toEqual({ ...before, number: 1, issued_time: Math.floor(LATER_MS / 1000) });
    const actor = { id: 1, username: 'root', role: 100, clientIp: '', sessionId: '' } as never;
    const ofTeam = await statements.ofTeam(actor, team.id, MONTH, LATER_MS);
    expect(ofTeam.number).toBe(2);
    await call(someone);
    await scene.settled();
    await must(scene.app.admin.delete(`/api/log?target_timestamp=${Math.floor(Date.now() / 1000)}`));
    expect(await statements.statement(someone.id, MONTH, LATER_MS + DAY_MS)).toEqual(issued);
    expect(await own(someone)).toEqual(issued);
  });

  it('of the next month begins where the last one ended, and names what came too late for it', async () => {
    const next = new Date(LATER_MS).toISOString().slice(0, 7);
    const statements = scene.app.nest.get(StatementService);
    const [last, following] = await Promise.all([
      statements.statement(someone.id, MONTH, LATER_MS),
      statements.statement(someone.id, next, LATER_MS),
    ]);
    expect(following.balance?.begin).toBe(last.balance?.end);
    const { quota } = await must(someone.client.get<{ quota: number }>('/api/user/self'));
    expect(following.balance?.end).toBe(quota);
    expect(changesOf(following)).toEqual({ other: -CALL });
    expectEven(following);
  });
});
