import { createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { ChannelStatus, type AccessChannel, type AccessDetail, type AccessReason, type AccessReport } from '@contracts';
import { Database } from '@platform';
import { badKey, startChannelScene, type ChannelScene } from '../support/scenes/channel-scene';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat } from '../support/scenes/relay-scene';
import { type TestApp } from '../support/servers/test-app';

const MODEL = 'gpt-4o';
const DOWN = failure(503, { message: 'try later' });

let scene: ChannelScene;
let app: TestApp;
let owner: TestClient;
const upstreams = new Map<number, MockUpstream>();

/** Makes a channel with an upstream of its own, so that a call shows where it went. */
async function channel(fields: Parameters<TestApp['make']['channel']>[0] | object = {}): Promise<number> {
  const upstream = await createMockUpstream();
  const id = await app.make.channel({ base_url: upstream.url, models: MODEL, ...fields });
  upstreams.set(id, upstream);
  return id;
}

async function closeChannels(): Promise<void> {
  await scene.clear();
  await Promise.all([...upstreams.values()].map(upstream => upstream.close()));
  upstreams.clear();
}

function accessReportOf(tokenId: number, query = `?model=${MODEL}`, reader = app.admin): Promise<AccessReport> {
  return must(reader.get<AccessReport>(`/api/token/${tokenId}/reach${query}`));
}

async function detailOf(tokenId: number, query?: string): Promise<AccessDetail> {
  const { detail } = await accessReportOf(tokenId, query);
  if (!detail) throw new Error('the answer has no detail');
  return detail;
}

function reachable(channels: readonly AccessChannel[]) {
  return channels
    .filter(one => one.is_reachable)
    .map(one => one.id)
    .sort((left, right) => left - right);
}

async function ask(key: string, fields: Record<string, unknown> = {}, path = '/v1/chat/completions') {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(chat({ model: MODEL, ...fields })),
  });
  return { status: response.status, body: (await response.json()) as { error?: { code?: string; message: string } } };
}

/** The channels that were really called since the last look. */
function asked() {
  return [...upstreams]
    .filter(([, upstream]) => upstream.calls.length > 0)
    .map(([id]) => id)
    .sort((left, right) => left - right);
}

function forget() {
  return upstreams.forEach(upstream => upstream.reset());
}

function failAll() {
  return upstreams.forEach(upstream => upstream.onModel(MODEL, DOWN));
}

function execute(sql: string) {
  return app.nest.get(Database).writer.query(sql) as Promise<unknown>;
}

beforeAll(async () => {
  scene = await startChannelScene();
  ({ app } = scene);
  owner = await app.make.signedIn({ quota: 10_000_000 });
});
beforeEach(() => app.wakeChannels());
afterEach(async () => {
  await closeChannels();
  await app.make.option('RetryTimes', 0);
  await app.make.option('AutomaticDisableChannelEnabled', false);
});
afterAll(() => scene.close());

describe('the access report of an administrator', () => {
  it('names the channels to which calls really go, and why they go to no other', async () => {
    const token = await app.make.token(owner);
    const expected = new Map<number, readonly AccessReason[]>();
    const add = async (reasons: readonly AccessReason[], fields: object = {}) => {
      const id = await channel(fields);
      expected.set(id, reasons);
      return id;
    };
    await add([], { priority: 10, weight: 5 });
    await add([], { priority: 10, weight: 0 });
    await add([], { priority: 0 });
    await add([], { priority: -3, key: 'sk-one-0123456789\nsk-two-0123456789', several_keys: true });
    const off = await add(['status']);
    const broken = await add(['status']);
    await add(['group'], { group: 'vip' });
    await add(['model'], { models: 'gpt-4o-mini' });
    await add(['promptTokens'], { ma_input_tokens: 3 });
    await add(['endpoint'], { type: 38 });
    await add(['group', 'endpoint'], { type: 38, group: 'vip' });
    await must(app.root.put('/api/channel/', { id: off, status: ChannelStatus.Disabled }));
    await app.make.option('AutomaticDisableChannelEnabled', true);
    upstreams.get(broken)?.onModel(MODEL, badKey);
    const boss = await app.make.signedIn({ role: 10, quota: 1_000_000 });
    await ask(`${(await app.make.token(boss)).secret}-${broken}`);
    await scene.becomes(broken, ChannelStatus.AutoDisabled);
    await app.make.option('AutomaticDisableChannelEnabled', false);
    await app.make.option('RetryTimes', 10);
    forget();

    const detail = await detailOf(token.id, `?model=${MODEL}&prompt_tokens=20`);
    failAll();
    await ask(token.secret, {
      messages: [{ role: 'user', content: 'one two three four five six seven eight nine ten' }],
    });

    expect(reachable(detail.channels)).toEqual(asked());
    expect(asked()).toHaveLength(4);
    const received = new Map(detail.channels.map(one => [one.id, one.reasons]));
    for (const [id, reasons] of expected) expect([id, received.get(id)]).toEqual([id, reasons]);
    const shown = detail.channels.find(one => one.id === broken);
    expect([shown?.status_reason, (shown?.status_time ?? 0) > 0]).toEqual([
      expect.stringContaining('Incorrect API key'),
      true,
    ]);
  });

  it('shows the share of first attempts by weight, and the tiers in the order of the attempts', async () => {
    const token = await app.make.token(owner);
    const heavy = await channel({ priority: 5, weight: 20 });
    const light = await channel({ priority: 5, weight: 0 });
    const last = await channel({ priority: 1, weight: 90 });
    await app.make.option('RetryTimes', 2);
    const { channels, attempts } = await detailOf(token.id);
    expect(channels.map(one => [one.id, one.share])).toEqual([
      [heavy, 75],
      [light, 25],
      [last, 0],
    ]);
    expect(attempts.map(attempt => attempt.channels)).toEqual([
      [
        { id: heavy, share: 75 },
        { id: light, share: 25 },
      ],
      [{ id: last, share: 100 }],
      [{ id: light, share: 100 }],
    ]);
  });

  it('names the strategy of the group, and no shares where it chooses among several channels', async () => {
    const token = await app.make.token(owner);
    const one = await channel({ priority: 5, weight: 20 });
    const two = await channel({ priority: 5, weight: 0 });
    const last = await channel({ priority: 1 });
    await app.make.option('RetryTimes', 2);
    await app.make.option('GroupRoutingStrategies', { default: 'fastest' });
    const { strategy, channels, attempts } = await detailOf(token.id);
    const boss = await app.make.token(await app.make.signedIn({ role: 10, quota: 1_000_000 }));
    const named = await detailOf(boss.id, `?model=${MODEL}&channel=${one}`);
    await app.make.option('GroupRoutingStrategies', { vip: 'fastest' });
    const byWeight = await detailOf(token.id);
    await app.make.option('GroupRoutingStrategies', {});
    expect(strategy).toBe('fastest');
    expect(channels.map(row => [row.id, row.share, row.is_reachable])).toEqual([
      [one, null, true],
      [two, null, true],
      [last, 0, true],
    ]);
    expect(attempts.map(attempt => attempt.channels)).toEqual([
      [
        { id: one, share: null },
        { id: two, share: null },
      ],
      [{ id: last, share: 100 }],
      [{ id: two, share: 100 }],
    ]);
    expect([named.strategy, byWeight.strategy, byWeight.channels[0]?.share]).toEqual(['weighted', 'weighted', 75]);
  });

  it.each([0, 1, 2])('with %i retries names the channels that no attempt reaches', async retries => {
    const token = await app.make.token(owner);
    for (const priority of [9, 9, 5, 1]) await channel({ priority });
    await app.make.option('RetryTimes', retries);
    failAll();
    const { channels } = await detailOf(token.id);
    for (let call = 0; call < 25; call++) {
      await ask(token.secret);
      app.wakeChannels();
    }
    expect(reachable(channels)).toEqual(asked());
    const behind = channels.filter(one => !one.is_reachable);
    expect(behind.map(one => one.reasons)).toEqual(behind.map(() => ['attempts']));
    expect(behind).toHaveLength(2 - retries);
  });

  it('counts the disabled keys of a channel', async () => {
    const token = await app.make.token(owner);
    const id = await channel({ key: 'sk-one-0123456789\nsk-two-0123456789', several_keys: true });
    await app.make.option('AutomaticDisableChannelEnabled', true);
    upstreams.get(id)?.onModel(MODEL, badKey);
    await ask(token.secret);
    const keys = async () => (await detailOf(token.id)).channels[0]?.keys;
    await eventually(keys, counted => counted?.out === 1);
    expect(await keys()).toEqual({ total: 2, out: 1, resting: 0 });
    expect((await detailOf(token.id)).channels[0]?.is_reachable).toBe(true);
  });

  it('puts a channel whose keys all rest after the others, as calls do', async () => {
    const token = await app.make.token(owner);
    const resting = await channel({ priority: 9, key: 'sk-one-0123456789\nsk-two-0123456789', several_keys: true });
    const other = await channel({ priority: 1 });
    upstreams.get(resting)?.onModel(MODEL, failure(429, { message: 'slow down' }, { 'retry-after': '60' }));
    await ask(token.secret);
    await ask(token.secret);
    const { channels } = await detailOf(token.id);
    expect(channels.map(one => [one.id, one.share, one.keys.resting]).sort()).toEqual([
      [resting, 0, 2],
      [other, 100, 0],
    ]);
    forget();
    expect((await ask(token.secret)).status).toBe(200);
    expect(asked()).toEqual([other]);
  });

  it('shows the name under which a channel requests the model', async () => {
    const token = await app.make.token(owner);
    const id = await channel({ model_mapping: JSON.stringify({ [MODEL]: 'deployment-7' }) });
    expect((await detailOf(token.id)).channels.map(one => one.upstream_model)).toEqual(['deployment-7']);
    await ask(token.secret);
    expect(upstreams.get(id)?.calls.map(call => (call.body as { model: string }).model)).toEqual(['deployment-7']);
  });

  it('finds only the channel that an administrator names after the key, whatever its group', async () => {
    const token = await app.make.token(await app.make.signedIn({ role: 10, quota: 1_000_000 }));
    const named = await channel({ group: 'vip', models: 'gpt-4o-mini' });
    await channel();
    const { channels, pinned_channel } = await detailOf(token.id, `?model=${MODEL}&channel=${named}`);
    expect(pinned_channel).toBe(named);
    await ask(`${token.secret}-${named}`);
    expect(reachable(channels)).toEqual(asked());
    expect(channels.filter(one => !one.is_reachable).map(one => one.reasons)).toEqual([['notPinned']]);
  });

  it('says that the key of an ordinary user may name no channel', async () => {
    const token = await app.make.token(owner);
    const id = await channel();
    const { refusals, detail } = await accessReportOf(token.id, `?model=${MODEL}&channel=${id}`);
    const { body } = await ask(`${token.secret}-${id}`);
    expect(refusals.map(refusal => refusal.code)).toEqual([body.error?.code]);
    expect(reachable(detail?.channels ?? [])).toEqual([]);
  });
});

describe('a call that is refused before any channel', () => {
  it.each([
    ['the key is switched off', (id: number) => must(owner.put('/api/token/?status_only=true', { id, status: 2 }))],
    [
      'the key ran out',
      (id: number) => must(owner.put('/api/token/', { id, unlimited_quota: false, remain_quota: 0 })),
    ],
    [
      'the key has less than a call holds',
      (id: number) => must(owner.put('/api/token/', { id, unlimited_quota: false, remain_quota: 2 })),
    ],
    [
      'the model is not among those of the key',
      (id: number) => must(owner.put('/api/token/', { id, model_limits_enabled: true, model_limits: 'gpt-4o-mini' })),
    ],
    ['the group serves no such model', (id: number) => must(owner.put('/api/token/', { id, group: 'vip' }))],
    [
      'the group was taken from the person',
      async (id: number) => {
        await must(owner.put('/api/token/', { id, group: 'svip' }));
        await app.make.option('HiddenGroups', ['svip']);
      },
    ],
  ])('is reported with the same refusal: %s', async (_why, spoil) => {
    const token = await app.make.token(owner);
    await channel();
    await channel({ group: 'svip' });
    await spoil(token.id);
    const { refusals, models, detail } = await accessReportOf(token.id);
    const { body } = await ask(token.secret);
    await app.make.option('HiddenGroups', []);
    expect(body.error?.code).toBeTruthy();
    expect([...refusals, ...(models[0]?.refusals ?? [])].map(refusal => refusal.code)).toContain(body.error?.code);
    expect([reachable(detail?.channels ?? []), models[0]?.is_served, asked()]).toEqual([[], false, []]);
  });

  it.each([
    ['an expired key', (id: number) => `UPDATE tokens SET expires_at_ms = 1000 WHERE id = ${id}`],
    ['a banned owner', (_id: number, user: number) => `UPDATE users SET status = 2 WHERE id = ${user}`],
  ])('is reported with its reason: %s', async (_why, sql) => {
    const person = await app.make.signedIn({ quota: 1_000_000 });
    const token = await app.make.token(person);
    await channel();
    await execute(sql(token.id, token.user_id));
    const { refusals, models } = await accessReportOf(token.id);
    const { body } = await ask(token.secret);
    expect([refusals.map(refusal => refusal.code), models[0]?.is_served]).toEqual([[body.error?.code], false]);
  });

  it('is reported for a model without a price, and for an account without quota', async () => {
    const poor = await app.make.signedIn();
    const token = await app.make.token(poor);
    await channel({ models: 'nobody-priced-this' });
    const { refusals, models } = await accessReportOf(token.id, '?model=nobody-priced-this');
    expect(refusals.map(refusal => refusal.code)).toEqual(['insufficient_user_quota']);
    const { body } = await ask(token.secret, { model: 'nobody-priced-this' });
    expect(models[0]?.refusals.map(refusal => refusal.code)).toEqual([body.error?.code]);
  });

  it('leaves no trace: a report neither counts as use nor expires a key', async () => {
    const token = await app.make.token(owner);
    await execute(`UPDATE tokens SET expires_at_ms = 1000, accessed_at_ms = 5000 WHERE id = ${token.id}`);
    await accessReportOf(token.id);
    const rows = (await execute(`SELECT status, accessed_at_ms AS at FROM tokens WHERE id = ${token.id}`)) as {
      status: number;
      at: number | string;
    }[];
    expect(rows.map(row => [Number(row.status), Number(row.at)])).toEqual([[1, 5000]]);
  });
});

describe('the table of all models', () => {
  it('shows the models that a key may call with channels and priority, and the others with the refusal', async () => {
    await channel({ priority: 4, models: 'gpt-4o,gpt-4o-mini' });
    await channel({ priority: 7, models: 'gpt-4o' });
    await channel({ group: 'vip', models: 'o3-mini' });
    const token = await app.make.token(owner, { model_limits_enabled: true, model_limits: 'gpt-4o,gpt-gone' });
    const { models, groups, detail } = await accessReportOf(token.id, '');
    expect(detail).toBeNull();
    expect(groups).toEqual([{ name: 'default', ratio: 1 }]);
    const rows = models.map(one => [one.model, one.is_served, one.channels, one.priority, one.refusals[0]?.code ?? '']);
    expect(rows).toEqual([
      ['gpt-4o', true, 2, 7, ''],
      ['gpt-4o-mini', false, 0, null, 'model_not_allowed'],
      ['gpt-gone', false, 0, null, 'model_not_found'],
      ['o3-mini', false, 0, null, 'model_not_allowed'],
    ]);
  });

  it('shows owners nothing of a channel: neither number, name, address nor how many there are', async () => {
    const id = await channel({ name: 'secret-supplier', models: 'gpt-4o,gpt-4o-mini' });
    await channel({ group: 'svip', models: 'hidden-model' });
    await app.make.option('HiddenGroups', ['svip']);
    const token = await app.make.token(owner);
    const answers = await Promise.all(
      ['', `?model=${MODEL}`, `?model=${MODEL}&channel=${id}`].map(query =>
        owner.get<AccessReport>(`/api/token/${token.id}/reach${query}`),
      ),
    );
    await app.make.option('HiddenGroups', []);
    for (const { text, body } of answers) {
      expect([body.data?.view, body.data?.detail]).toEqual(['own', null]);
      expect(text).not.toMatch(/secret-supplier|127\.0\.0\.1|hidden-model/);
    }
    expect(answers[0]?.body.data?.models.map(one => [one.model, one.is_served, one.channels, one.priority])).toEqual([
      ['gpt-4o', true, null, null],
      ['gpt-4o-mini', true, null, null],
    ]);
  });

  it('uses the language of the reader', async () => {
    const token = await app.make.token(owner);
    const { body } = await owner.send<AccessReport>('GET', `/api/token/${token.id}/reach?model=${MODEL}`, undefined, {
      'accept-language': 'zh-CN',
    });
    expect(body.data?.models[0]?.refusals[0]?.message).toMatch(/\p{Script=Han}/u);
  });
});

describe('the routes of the access report', () => {
  it('refuse guests; owners see their own keys only, administrators any', async () => {
    const token = await app.make.token(owner);
    expect((await app.guest.get(`/api/token/${token.id}/reach`)).status).toBe(401);
    const foreign = await app.user.get(`/api/token/${token.id}/reach`);
    const unknown = await app.user.get('/api/token/999999/reach');
    expect([foreign.body.success, foreign.body.message]).toEqual([false, unknown.body.message]);
    expect((await app.admin.get(`/api/token/${token.id}/reach`)).body.success).toBe(true);
  });

  it.each([
    'model=a&model=b',
    'endpoint=fly',
    'prompt_tokens=-1',
    'prompt_tokens=1.5',
    'prompt_tokens=100000001',
    'channel=0',
    'channel=x',
    `model=${'m'.repeat(256)}`,
  ])('refuse %s', async query => {
    const token = await app.make.token(owner);
    const { body } = await app.admin.get(`/api/token/${token.id}/reach?${query}`);
    expect(body.success).toBe(false);
  });
});
