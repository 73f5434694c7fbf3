import { type BillView, type Report, type Statement } from '@contracts';
import { ReportMail, StatementService } from '@cost';
import { LogStore, UsageUpkeep, type LogRecord } from '@log';
import { UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { startMailServer } from '../support/fakes/mail-server';
import { AlertScene } from '../support/scenes/alert-scene';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Units of one currency unit. */
const UNIT = 500_000;

let scene: AlertScene;
let first = 0;
let second = 0;
let person = { id: 0, username: '' };

beforeAll(async () => {
  scene = await AlertScene.start({ environment: { TZ: 'Asia/Tokyo' } });
  const fields = { base_url: 'http://127.0.0.1:1', models: 'm' };
  first = await scene.app.make.channel({ ...fields, model_mapping: '{"shown": "known to the supplier"}' });
  second = await scene.app.make.channel(fields);
  person = await scene.app.make.user();
});
afterAll(() => scene?.close());

function book(...records: readonly (Partial<LogRecord> & { readonly createdAtMs: number })[]): Promise<void> {
  const rows = records.map(record => ({
    userId: person.id,
    username: person.username,
    type: 2,
    tokenName: 'k',
    ...record,
  }));
  return scene.app.nest.get(UnitOfWork).run(manager => scene.app.nest.get(LogStore).writeAll(manager, rows));
}

function at(text: string): number {
  return Date.parse(text);
}

describe('the bills of two suppliers', () => {
  beforeAll(async () => {
    const call = { channelId: first, modelName: 'shown', quota: 900 };
    await book(
      // In Los Angeles, where the supplier counts, the day of the first two is 1 March.
      { ...call, createdAtMs: at('2026-03-01T08:30:00Z'), cost: 250_000 },
      { ...call, createdAtMs: at('2026-03-02T07:30:00Z'), cost: 125_001 },
      { ...call, createdAtMs: at('2026-03-02T08:30:00Z'), cost: 77 },
      { ...call, channelId: second, modelName: 'other', createdAtMs: at('2026-03-01T20:00:00Z'), cost: 11 },
      { ...call, channelId: second, modelName: 'unpriced', createdAtMs: at('2026-03-01T20:00:00Z') },
    );
    await scene.app.nest.get(UsageUpkeep).run();
  });

  const compare = (text: string, channel: number) =>
    must(
      scene.app.admin.post<BillView>('/api/bill/compare', {
        ...{ text, channels: [channel], time_zone: 'America/Los_Angeles' },
      }),
    );

  it('differ by day and model to the last unit', async () => {
    const text = 'date,model,amount\n2026-03-01,known to the supplier,0.750002\n2026-03-02,known to the supplier,0.1\n';
    expect(await compare(text, first)).toEqual({
      rows: [
        { day: '2026-03-02', model: 'known to the supplier', billed: 50_000, computed: 77 },
        { day: '2026-03-01', model: 'known to the supplier', billed: 375_001, computed: 375_001 },
      ],
      billed: 425_001,
      computed: 375_078,
      fixed_cost: 0,
    });
    expect((await compare('day;sku;cost\n2026-03-01;other;0.000022', second)).rows).toEqual([
      { day: '2026-03-01', model: 'other', billed: 11, computed: 11 },
    ]);
  });

  it('are refused with the line that is wrong, and when they are too long', async () => {
    const refused = async (text: string) =>
      (await scene.app.admin.post('/api/bill/compare', { text, channels: [first], time_zone: 'UTC' })).body.message;
    expect(await refused('date,model,amount\n2026-03-01,m,1\nmonday,m,1')).toContain('line 3');
    expect(await refused('date,model,amount\n2026-01-01,m,1\n2026-12-01,m,1')).toContain('62 days');
  });
});

describe('a statement', () => {
  const issue = (month: string, nowMs: number): Promise<Statement> =>
    scene.app.nest.get(StatementService).statement(person.id, month, nowMs);

  it('has the calls of its month in the zone of the server, and a number once the month is over', async () => {
    await scene.app.make.option('StatementAddress', 'Main Street 1\nTown');
    const call = { channelId: first, modelName: 'a', quota: UNIT, promptTokens: 5 };
    await book(
      { ...call, createdAtMs: at('2026-04-30T15:30:00Z') }, // May in Tokyo
      { ...call, createdAtMs: at('2026-05-31T14:30:00Z'), modelName: 'b' },
      { ...call, createdAtMs: at('2026-05-31T15:30:00Z') }, // June in Tokyo
    );
    const early = await issue('2026-05', at('2026-05-31T16:30:00Z'));
    expect(early).toMatchObject({
      number: 0,
      total: { count: 2, quota: 2 * UNIT },
      site_address: 'Main Street 1\nTown',
    });
    const [one, same] = await Promise.all([
      issue('2026-05', at('2026-05-31T17:00:00Z')),
      issue('2026-05', at('2026-05-31T17:00:00Z')),
    ]);
    expect(one.number).toBeGreaterThan(0);
    expect(same).toEqual(one);
    expect(one.lines.map(({ model }) => model).sort()).toEqual(['a', 'b']);
    await book({ ...call, createdAtMs: at('2026-05-20T00:00:00Z') });
    await scene.app.make.option('StatementAddress', '');
    expect(await issue('2026-05', at('2026-06-03T00:00:00Z'))).toEqual(one);
    const next = await issue('2026-06', at('2026-07-03T00:00:00Z'));
    expect(next).toMatchObject({ number: one.number + 1, site_address: '', total: { count: 1 } });
  });

  it('is a file, of other people for administrators only', async () => {
    const path = `/api/statement/export?month=2026-05&user_id=${person.id}`;
    const { text } = await scene.app.admin.get(path);
    expect(text).toContain('"address","Main Street 1, Town"');
    expect(text).toContain('"total","2","10","2.000000"');
    expect((await scene.app.user.get(path)).body).toMatchObject({ success: false });
    expect((await scene.app.admin.get('/api/statement?month=2999-01&user_id=1')).body).toMatchObject({
      success: false,
    });
    expect((await scene.app.admin.get('/api/statement?month=2026-05&user_id=987654')).body.message).toContain(
      'not exist',
    );
  });
});

describe('a loss', () => {
  it('fires once for its channel, and ends', async () => {
    await scene.clear();
    const hook = await scene.addWebhook();
    const rule = {
      kind: 'negative_margin',
      scope_by: 'channel',
      threshold: 0,
      minimum: 1,
      window_minutes: 60,
    } as const;
    await scene.addRule([hook], rule);
    await scene.pass();
    expect(await scene.alerts()).toEqual([]);
    const nowMs = Date.now();
    const loss = { channelId: second, modelName: 'm', quota: UNIT, cost: 2 * UNIT, createdAtMs: nowMs };
    await book(loss, { ...loss, channelId: first, cost: 1 });
    for (let pass = 0; pass < 3; pass++) await scene.pass(11 * (pass + 1));
    const [alert, ...others] = await scene.alerts();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      ...{ kind: 'negative_margin', state: 'firing', subject: `channel:${second}`, sent: 1 },
      figures: { margin: '$-1.00', percent: '-100', cost: '$2.00', charged: '$1.00' },
    });
    await book({ ...loss, quota: 3 * UNIT, cost: 0 });
    for (let pass = 3; pass < 5; pass++) await scene.pass(11 * (pass + 1));
    expect((await scene.alerts())[0]).toMatchObject({ state: 'ended' });
  });
});

describe('a report by mail', () => {
  it('is sent once for the week that is over', async () => {
    const mails = await startMailServer();
    try {
      await mails.configure(scene.app);
      await scene.app.make.option('ReportMailRhythm', 'week');
      await scene.app.make.option('ReportMailTo', 'money@site.example');
      const mail = scene.app.nest.get(ReportMail);
      const monday = at('2026-03-08T16:00:00Z'); // in Tokyo
      expect([await mail.run(monday), await mail.run(monday + HOUR_MS)]).toEqual([true, false]);
      expect(await mail.run(monday + 3 * DAY_MS)).toBe(false);
      const { subject, text } = await mails.waitFor('money@site.example');
      expect(subject).toContain('2026-03-02 – 2026-03-08');
      expect(text).toContain(person.username);
      expect(mails.to('money@site.example')).toHaveLength(1);
    } finally {
      await mails.close();
    }
  });
});

describe('a long report', () => {
  it('of 20,000 keys is a whole file, and its page the first of them', async () => {
    const hour = at('2026-01-15T00:00:00Z');
    const row = (n: number) => `(${hour}, ${(n % 100) + 1000}, 'key ${n}', 1, 'g', 'm', 'u', 1, 1, ${n}, 1)`;
    for (let from = 1; from < 20_000; from += 5000) {
      const rows = Array.from({ length: 5000 }, (_, n) => row(from + n)).join(', ');
      const fill = `INSERT INTO usage_hours (hour_at_ms, user_id, token_name, channel_id, token_group, model_name, username,
        is_charted, request_count, quota, token_used) VALUES ${rows}`;
      await scene.app.nest.get(UnitOfWork).run(manager => manager.query(fill));
    }
    const late = `INSERT INTO usage_late_hours (hour_at_ms, changes) VALUES (${hour}, 1)`;
    await scene.app.nest.get(UnitOfWork).run(manager => manager.query(late));
    const span = `start_timestamp=${at('2026-01-01T00:00:00Z') / 1000}&end_timestamp=${at('2026-02-01T00:00:00Z') / 1000}`;
    const page = await must(scene.app.admin.get<Report>(`/api/report?by=key&${span}`));
    const { text } = await scene.app.admin.get(`/api/report/export?by=key&${span}`);
    expect(page).toMatchObject({ is_cut: true, total: { count: 20_000 } });
    expect(page.rows).toHaveLength(200);
    expect(page.rows[0]).toMatchObject({ name: 'key 20000', quota: 20_000 });
    expect(text.split('\r\n')).toHaveLength(20_002);
  });
});

describe('the proof of the ledger', () => {
  it('finds an hour whose figures say another cost than the log', async () => {
    const call = { channelId: first, modelName: 'm', quota: 0, cost: 10 };
    await book(
      { ...call, createdAtMs: at('2026-02-20T00:30:00Z') },
      { ...call, createdAtMs: at('2026-02-20T02:30:00Z') },
    );
    expect((await scene.app.verifyLedger()).differences).toEqual([]);
    const change = `UPDATE usage_hours SET cost = cost + 3 WHERE hour_at_ms = ${at('2026-02-20T02:00:00Z')}`;
    await scene.app.nest.get(UnitOfWork).run(manager => manager.query(change));
    const { differenceUnits, differences } = await scene.app.verifyLedger();
    expect(differenceUnits).toBe(3);
    expect(differences[0]).toContain('2026-02-20T02:00:00.000Z');
  });
});
