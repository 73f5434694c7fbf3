import { hostname } from 'node:os';
import { ChannelFigures, WHOLE_CALLS } from '@channel';
import { type AlertKindName, type AlertRuleSave, type AlertRuleTest } from '@contracts';
import { LogStore } from '@log';
import { EventBus, JobRunner, UnitOfWork } from '@platform';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { AlertScene } from '../support/scenes/alert-scene';
import { eventually } from '../support/eventually';
import { startMailServer } from '../support/fakes/mail-server';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let scene: AlertScene;
beforeAll(async () => (scene = await AlertScene.start()));
afterAll(() => scene?.close());
/** A person may test a few rules in a minute, so each test has a person of its own. */
let asker: TestClient;
beforeEach(async () => {
  await scene.clear();
  asker = await scene.app.make.signedIn({ role: 10 });
});

function sql(statement: string): Promise<unknown> {
  return scene.app.nest.get(UnitOfWork).run(manager => manager.query(statement));
}

/** What a rule of a kind finds now. */
async function found(kind: AlertKindName, changes: Partial<AlertRuleSave> = {}) {
  const rule = await scene.addRule([], { kind, window_minutes: 60, minimum: 1, threshold: 1, ...changes });
  const { findings } = await must(asker.post<AlertRuleTest>(`/api/alert/rule/${rule.id}/test`, {}));
  return findings;
}

async function addChannel(name: string, group = 'default'): Promise<number> {
  const body = { type: 1, name, key: `key of ${name}`, models: 'm', group, base_url: 'http://127.0.0.1:1' };
  await must(scene.app.root.post('/api/channel/', body));
  const channels = await must(scene.app.root.get<{ id: number; name: string }[]>('/api/channel/?page_size=100'));
  return channels.find(channel => channel.name === name)?.id ?? 0;
}

const broken = { kind: 'broken', status: 500, error: { message: 'broken' } } as const;

describe('a channel', () => {
  it('that the server has disabled is found until it is enabled, in its groups only', async () => {
    const id = await addChannel('lost', 'team');
    expect(await found('channel_down')).toEqual([]);
    await sql(`UPDATE channels SET status = 3, status_reason = 'no credit' WHERE id = ${id}`);
    await must(scene.app.root.put('/api/channel/', { id, name: 'lost' })); // every node reads it again
    const finding = { sentence: 'channel_disabled', figures: { id, name: 'lost', reason: 'no credit' } };
    expect(await found('channel_down')).toEqual([finding]);
    expect(await found('channel_down', { scope_by: 'group', scope_values: ['team'] })).toEqual([finding]);
    expect(await found('channel_down', { scope_by: 'group', scope_values: ['other'] })).toEqual([]);
    expect(await found('channel_down', { scope_by: 'channel', scope_values: [String(id + 1)] })).toEqual([]);
    await sql(`UPDATE channels SET status = 2 WHERE id = ${id}`);
    await must(scene.app.root.put('/api/channel/', { id, name: 'lost' }));
    expect(await found('channel_down')).toEqual([]);
  });

  it('with little money upstream is found once its balance was read', async () => {
    const id = await addChannel('poor');
    expect(await found('upstream_balance', { threshold: 5 })).toEqual([]);
    await sql(`UPDATE channels SET upstream_balance = 4.5, upstream_balance_at_ms = ${Date.now()} WHERE id = ${id}`);
    const [finding] = await found('upstream_balance', { threshold: 5 });
    expect(finding?.figures).toMatchObject({ id, name: 'poor', value: '4.50', threshold: 5 });
    expect(await found('upstream_balance', { threshold: 4.5 })).toEqual([]);
  });
});

describe('calls', () => {
  it('that fail or are slow are found from the figures of channels and models', async () => {
    const id = await addChannel('slow');
    const figures = scene.app.nest.get(ChannelFigures);
    for (let call = 0; call < 6; call++) {
      figures.served(id, 'm', 9000, 4000);
      figures.served(WHOLE_CALLS, 'm', 9000, 4000);
    }
    for (let call = 0; call < 4; call++) figures.failed(id, 'm', broken);
    figures.failed(WHOLE_CALLS, 'm', { ...broken, kind: 'badRequest' }); // the fault of a caller
    await figures.flush();
    const [rate] = await found('error_rate', { scope_by: 'channel', threshold: 40 });
    expect(rate).toMatchObject({
      sentence: 'error_rate_channel',
      figures: { id, name: 'slow', calls: 10, failed: 4, rate: '40', threshold: 40 },
    });
    expect(await found('error_rate', { scope_by: 'channel', threshold: 41 })).toEqual([]);
    expect(await found('error_rate', { scope_by: 'channel', threshold: 40, minimum: 11 })).toEqual([]);
    expect(await found('error_rate', { threshold: 1 })).toEqual([]);
    const [slow] = await found('latency', { measure: 'duration', threshold: 7500 });
    expect(slow).toMatchObject({ sentence: 'latency_all', figures: { calls: 6, threshold: '7.5 s' } });
    expect(await found('latency', { measure: 'duration', threshold: 10_001 })).toEqual([]);
    const [late] = await found('latency', { measure: 'first_token', threshold: 3000, scope_by: 'model' });
    expect(late).toMatchObject({ sentence: 'first_token_model', figures: { name: 'm' } });
    const others = { scope_by: 'model', scope_values: ['other'] } as const;
    expect(await found('latency', { measure: 'first_token', threshold: 1, ...others })).toEqual([]);
  });
});

describe('spend', () => {
  /** Charges a user so long ago. */
  async function charge(userId: number, quota: number, agoMs: number): Promise<void> {
    const createdAtMs = Date.now() - agoMs;
    const row = { userId, type: 2, quota, modelName: 'm', createdAtMs, isCountedHourly: true } as const;
    await scene.app.nest.get(UnitOfWork).run(manager => scene.app.nest.get(LogStore).append(manager, row));
  }

  it('above the average of the days before is found, for all and for one user', async () => {
    const { id } = await scene.app.make.user({ quota: 10_000_000 });
    for (let days = 1; days <= 7; days++) await charge(id, 1_000_000, days * DAY_MS);
    await charge(id, 2_000_000, 0);
    const [all] = await found('spend', { measure: 'day', threshold: 200, minimum: 0 });
    expect(all).toMatchObject({
      sentence: 'spend_day',
      figures: { of: 'all', value: '$4.00', expected: '$2.00', percent: '200', days: 7 },
    });
    expect(await found('spend', { measure: 'day', threshold: 201, minimum: 0 })).toEqual([]);
    expect(await found('spend', { measure: 'day', threshold: 200, minimum: 2_000_001 })).toEqual([]);
    const one = { scope_by: 'user', scope_values: [String(id), '987654'] } as const;
    const [ofUser, ...others] = await found('spend', { measure: 'day', threshold: 200, minimum: 0, ...one });
    expect([ofUser?.figures.of, others]).toEqual([`user:${id}`, []]);
  });

  it('and a balance that is low are told of who calls', async () => {
    const { id, username } = await scene.app.make.user({ quota: 100 });
    const idle = await scene.app.make.user({ quota: 100 });
    await charge(id, 1, 0);
    const low = await found('user_balance', { threshold: 101 });
    expect(low.map(({ figures }) => figures.id)).toEqual([id]);
    expect(low[0]?.figures).toMatchObject({ name: username, value: '$0.00' });
    expect(await found('user_balance', { threshold: 100 })).toEqual([]);
    const named = { scope_by: 'user', scope_values: [String(idle.id)] } as const;
    expect((await found('user_balance', { threshold: 101, ...named })).map(({ figures }) => figures.id)).toEqual([
      idle.id,
    ]);
    const group = (name: string) => ({ scope_by: 'group', scope_values: [name] }) as const;
    expect(await found('user_balance', { threshold: 101, ...group('default') })).toHaveLength(1);
    expect(await found('user_balance', { threshold: 101, ...group('vip') })).toEqual([]);
  });
});

describe('a backup', () => {
  it('that failed is found until one ends well, and one that is too old', async () => {
    const events = scene.app.nest.get(EventBus);
    const destination = 's3://bucket/backups';
    const after = (fits: (findings: Awaited<ReturnType<typeof found>>) => boolean) =>
      eventually(() => found('backup', { threshold: 26 }), fits);
    expect(await found('backup', { threshold: 26 })).toEqual([]);
    events.publish('backup.failed', { destination, durationMs: 4, error: 'access denied' });
    const [failed] = await after(findings => findings.length === 1);
    expect(failed).toMatchObject({
      sentence: 'backup_failed',
      figures: { destination, error: 'access denied', last: '-' },
    });
    await new Promise(resolve => setTimeout(resolve, 5)); // later by the clock
    events.publish('backup.finished', { destination, bytes: 12, durationMs: 5 });
    await after(findings => findings.length === 0);
    await sql(`UPDATE alert_facts SET at_ms = at_ms - ${27 * HOUR_MS}`);
    const [old] = await found('backup', { threshold: 26 });
    expect(old).toMatchObject({ sentence: 'backup_old', figures: { destination, age: '27', threshold: 26 } });
  });
});

describe('a node', () => {
  it('tells how full its disk is', async () => {
    await scene.report();
    // The file system of a test may be less than 1% full, and no rule allows less.
    const facts = await sql("SELECT value FROM alert_facts WHERE kind = 'disk'");
    expect(facts).toEqual([{ value: expect.stringMatching(/"percent":\d/) as string }]);
    await sql(`UPDATE alert_facts SET value = '{"percent":89.94,"freeBytes":1610612736}'`);
    expect(await found('disk', { threshold: 90 })).toEqual([]);
    const [disk] = await found('disk', { threshold: 89 });
    expect(disk?.figures).toMatchObject({ node: hostname(), directory: scene.app.config.dataDir, threshold: 89 });
    expect(disk?.figures).toMatchObject({ percent: '89.9', free: '1.5 GiB' });
    await sql(`UPDATE alert_facts SET at_ms = at_ms - ${10 * 60_000}`);
    expect(await found('disk', { threshold: 1 })).toEqual([]); // it has ended
  });

  it('tells which of its jobs fail, until they run through', async () => {
    const runner = scene.app.nest.get(JobRunner);
    let isBroken = true;
    const job = {
      name: 'a job of this test',
      everyMs: 1000,
      timeLimitMs: 1000,
      run: () => (isBroken ? Promise.reject(new Error('no room')) : Promise.resolve()),
    };
    for (let run = 0; run < 3; run++) await runner.runOnce(job);
    await scene.report();
    const [failing] = await found('job', { threshold: 3 });
    expect(failing?.figures).toMatchObject({ job: job.name, count: 3, error: 'no room' });
    expect(await found('job', { threshold: 4 })).toEqual([]);
    isBroken = false;
    await runner.runOnce(job);
    await eventually(
      () => found('job', { threshold: 1 }),
      findings => findings.length === 0,
    );
  });
});

describe('the ledger', () => {
  it('is found when reservations do not agree with their accounts', async () => {
    expect(await found('ledger')).toEqual([]);
    const { id } = await scene.app.make.user({ quota: 1000 });
    await sql(`UPDATE accounts SET held = 7 WHERE kind = 1 AND owner_id = ${id}`);
    expect(await found('ledger')).toEqual([{ sentence: 'ledger', figures: { accounts: 1, units: 7 } }]);
    await sql(`UPDATE accounts SET held = 0 WHERE kind = 1 AND owner_id = ${id}`);
    expect(await found('ledger')).toEqual([]);
  });
});

describe('root', () => {
  it('is not told twice of a channel that the server disables', async () => {
    const mails = await startMailServer();
    try {
      await mails.configure(scene.app);
      await sql(`UPDATE users SET email = 'root@site.example' WHERE role = 100`);
      const id = await addChannel('twice');
      const receiver = await scene.addReceiver({ kind: 'mail', to: 'root@site.example,ops@site.example' });
      await scene.addRule([receiver], { kind: 'channel_down', scope_by: 'channel', scope_values: [String(id)] });
      await sql(`UPDATE channels SET status = 3, status_reason = 'no credit' WHERE id = ${id}`);
      await must(scene.app.root.put('/api/channel/', { id, name: 'twice' }));
      await scene.pass();
      const mail = await mails.waitFor('ops@site.example');
      expect(mail.subject).toContain('Channel "twice"');
      expect(mails.to('root@site.example').filter(({ subject }) => subject.includes('twice'))).toEqual([]);
    } finally {
      await mails.close();
    }
  });
});
