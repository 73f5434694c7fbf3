import { createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import {
  type ChannelKeyView,
  type LogAdminInfo,
  type LogEntry,
  type LogOther,
  type LogStat,
  type Page,
} from '@contracts';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
let others: MockUpstream[];
const ids: number[] = [];
/** The models of the channels that share calls, of the channel with several keys, and of one next to it. */
const SPREAD = 'gpt-4o';
const KEYED = 'gpt-3.5-turbo';
const KEYS = ['sk-aaaa-0123456789', 'sk-bbbb-0123456789', 'sk-cccc-0123456789'];

beforeAll(async () => {
  scene = await startRelayScene();
  others = await Promise.all([createMockUpstream(), createMockUpstream(), createMockUpstream(), createMockUpstream()]);
  for (const other of others) ids.push(await scene.app.make.channel({ base_url: other.url, models: SPREAD }));
  await must(scene.app.root.put('/api/channel/', { id: scene.channelId, models: 'gpt-4o-mini' }));
  await scene.app.make.option('RetryTimes', 2);
});
afterAll(async () => {
  await scene.close();
  await Promise.all(others.map(other => other.close()));
});
beforeEach(() => {
  scene.app.wakeChannels();
  scene.upstream.reset();
  others.forEach(other => other.reset());
});

async function ask(session: string | null, fields: Record<string, unknown> = {}) {
  const headers: Record<string, string> = session === null ? {} : { 'x-session-id': session };
  const response = await scene.post('/v1/chat/completions', chat({ model: SPREAD, ...fields }), headers);
  await response.text();
  return response;
}

function calls() {
  return others.map(other => other.calls.length);
}

function servedBy() {
  return calls().findIndex(count => count > 0);
}

/** The routing details that the newest row of a type shows to administrators. */
async function newestRoute(type = 2): Promise<LogAdminInfo> {
  await scene.settled();
  const page = await must(scene.app.root.get<Page<LogEntry>>(`/api/log/?p=1&page_size=1&type=${type}`));
  return (JSON.parse(page.items[0]?.other ?? '{}') as { admin_info?: LogAdminInfo }).admin_info ?? {};
}

/** The position of the channel that serves a session. */
async function homeOf(session: string): Promise<number> {
  others.forEach(other => other.reset());
  await ask(session);
  const home = servedBy();
  others.forEach(other => other.reset());
  return home;
}

describe('a conversation', () => {
  it('stays on one channel, call by call', async () => {
    for (let at = 0; at < 8; at++) await ask('conversation-1');
    expect(calls().filter(count => count > 0)).toEqual([8]);
    expect((await newestRoute()).chosen_because).toBe('session');
  });

  it('is recognised by the body, too, in any format of the caller', async () => {
    const body = { model: SPREAD, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
    const metadata = { user_id: 'user_1_account_2_session_conversation-1' };
    const home = await homeOf('conversation-1');
    for (let at = 0; at < 4; at++) {
      await (await scene.post('/v1/messages', { ...body, metadata })).text();
      await ask(null, { prompt_cache_key: 'conversation-1' });
    }
    expect(calls()[home]).toBe(8);
  });

  it('shares the channels with all others', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, at) => ask(`many-${at}`)));
    expect(Math.min(...calls())).toBeGreaterThan(0);
  });

  it('is another one with another key of the gateway', async () => {
    const homes = new Set<number>();
    for (let at = 0; at < 8 && homes.size < 2; at++) {
      const token = await scene.app.make.token(scene.owner);
      others.forEach(other => other.reset());
      const headers = { authorization: `Bearer ${token.secret}`, 'x-session-id': 'shared-name' };
      await (await scene.post('/v1/chat/completions', chat({ model: SPREAD }), headers)).text();
      homes.add(servedBy());
    }
    expect(homes.size).toBe(2);
  });

  it('goes to another channel while its own fails, always to the same one, and comes back', async () => {
    const home = await homeOf('conversation-2');
    others[home]?.onModel(SPREAD, failure(500, { message: 'boom', type: 'server_error' }));
    const detours = new Set<number>();
    // One failure more, and the channel would rest.
    for (let at = 0; at < 4; at++) {
      expect((await ask('conversation-2')).status).toBe(200);
      detours.add(calls().findIndex((count, place) => place !== home && count > 0));
    }
    expect([...detours]).toHaveLength(1);
    expect(await newestRoute()).toMatchObject({ chosen_because: `retry: #${ids[home]} failed (broken)` });
    expect(await homeOf('conversation-2')).toBe(home);
  });

  it('leaves a channel that is switched off at once, and no other conversation moves', async () => {
    const sessions = Array.from({ length: 12 }, (_, at) => `moving-${at}`);
    const before = new Map<string, number>();
    for (const session of sessions) before.set(session, await homeOf(session));
    const gone = before.get('moving-0') ?? 0;
    await must(scene.app.root.put('/api/channel/', { id: ids[gone], status: 2 }));
    for (const session of sessions) {
      const home = await homeOf(session);
      if (before.get(session) === gone) expect(home).not.toBe(gone);
      else expect(home).toBe(before.get(session));
    }
    await must(scene.app.root.put('/api/channel/', { id: ids[gone], status: 1 }));
    expect(await homeOf('moving-0')).toBe(gone);
  });

  it('has no effect while the option is off', async () => {
    await scene.app.make.option('SessionAffinityEnabled', false);
    for (let at = 0; at < 24; at++) await ask('conversation-1');
    expect(calls().filter(count => count > 0).length).toBeGreaterThan(1);
    expect((await newestRoute()).chosen_because).toBe('weight 10 of 40 in priority 0');
    await scene.app.make.option('SessionAffinityEnabled', true);
  });
});

describe('the log of a conversation', () => {
  async function listed(filter: string, path: '' | 'self/' = '') {
    const caller = path === '' ? scene.app.root : scene.owner;
    return (await must(caller.get<Page<LogEntry>>(`/api/log/${path}?p=1&page_size=50&${filter}`))).items;
  }

  function sessionOf({ other }: LogEntry) {
    return (JSON.parse(other) as LogOther).session;
  }

  it('has its calls, failed ones as well, for administrators and for their owner, and their sums', async () => {
    await ask('conversation-7');
    await ask('conversation-7', { user: '"session":"x"' });
    await ask('conversation-8');
    await ask(null);
    others.forEach(other => other.onModel(SPREAD, failure(400, { message: 'no', type: 'invalid_request_error' })));
    await ask('conversation-7');
    await scene.settled();
    const [failed] = await listed('type=5');
    const session = failed && sessionOf(failed);
    expect(session).toMatch(/^[0-9a-f]{12}$/);
    const rows = await listed(`session=${session}`);
    expect(rows.map(row => [row.type, sessionOf(row)])).toEqual([
      [5, session],
      [2, session],
      [2, session],
    ]);
    expect(await listed(`session=${session}`, 'self/')).toHaveLength(3);
    const stat = await must(scene.app.root.get<LogStat>(`/api/log/stat?session=${session}`));
    expect(stat).toMatchObject({ count: 2, quota: rows.reduce((sum, { quota }) => sum + quota, 0) });
    expect(await listed('session=%25')).toEqual([]);
  });
});

describe('the routing reason in the log', () => {
  it('names the only channel there is', async () => {
    await (await scene.post('/v1/chat/completions', chat())).text();
    expect((await newestRoute()).chosen_because).toBe('only channel');
  });

  it('names the suffix of an administrator’s key', async () => {
    const rootKey = await scene.app.make.token(scene.app.root);
    const authorization = `Bearer ${rootKey.secret}-${ids[2]}`;
    await (await scene.post('/v1/chat/completions', chat({ model: SPREAD }), { authorization })).text();
    // This is root's own charge, while the scene waits only for charges of its owner.
    await eventually(
      () => newestRoute(),
      ({ chosen_because: because }) => because === 'pinned',
    );
  });

  it('stands in the row of a failed call, and is not shown to users', async () => {
    others.forEach(other => other.onModel(SPREAD, failure(503, { message: 'full', type: 'server_error' })));
    await ask(null);
    const info = await eventually(
      () => newestRoute(5),
      ({ chosen_because: because }) => because !== undefined,
    );
    expect(info.chosen_because).toMatch(/^retry: #\d+ failed \(broken\)$/);
    const own = await must(scene.owner.get<Page<LogEntry>>('/api/log/self/?p=1&page_size=1&type=5'));
    expect(own.items[0]?.other).not.toContain('chosen_because');
  });
});

describe('a channel with several keys', () => {
  let id: number;
  const keyOf = (call: MockUpstream['calls'][number]) => String(call.headers.authorization).replace('Bearer ', '');
  const used = () => scene.upstream.calls.map(keyOf);
  const askKeyed = (session: string | null = null) => ask(session, { model: KEYED });
  const keys = () => must(scene.app.root.get<ChannelKeyView[]>(`/api/channel/${id}/keys`));
  /** Makes calls with this key fail in this way. */
  const failKey = (key: string | undefined, behaviour: ReturnType<typeof failure>) =>
    scene.upstream.script(call => (keyOf(call) === key ? behaviour : null));

  beforeEach(async () => {
    id = await scene.app.make.channel({
      base_url: scene.upstream.url,
      models: KEYED,
      key: KEYS.join('\n'),
      several_keys: true,
    });
  });
  afterEach(async () => {
    await must(scene.app.root.delete(`/api/channel/${id}/`));
  });

  it('takes its keys in turn, and logs which key it took', async () => {
    for (let at = 0; at < 6; at++) await askKeyed();
    expect(used()).toEqual([...KEYS, ...KEYS]);
    expect(await newestRoute()).toMatchObject({
      used_key_position: 3,
      used_key_mask: 'sk-c…6789',
      chosen_because: 'only channel',
    });
  });

  it('keeps a conversation on one key', async () => {
    for (let at = 0; at < 5; at++) await askKeyed('with-keys');
    expect(new Set(used()).size).toBe(1);
  });

  it('serves a call with another key when the first one fails, even if there is no other channel', async () => {
    failKey(KEYS[0], failure(500, { message: 'boom', type: 'server_error' }));
    expect((await askKeyed()).status).toBe(200);
    expect(used()).toEqual([KEYS[0], KEYS[1]]);
    expect(await newestRoute()).toMatchObject({
      chosen_because: `retry: #${id} failed (broken)`,
      used_key_position: 2,
    });
  });

  it('lets a busy key rest for a while', async () => {
    failKey(KEYS[1], failure(429, { message: 'slow down', type: 'requests' }, { 'retry-after': '120' }));
    for (let at = 0; at < 9; at++) expect((await askKeyed()).status).toBe(200);
    expect(used().filter(key => key === KEYS[1])).toHaveLength(1);
    const resting = (await keys()).find(key => key.position === 2);
    expect(resting?.state).toBe('resting');
    expect(resting?.rests_for).toBeGreaterThan(100);
  });

  it('tries a busy key again when its rest is over, and goes on with it', async () => {
    // A busy machine needs some seconds for the call and the look at the keys.
    scene.upstream.onModel(KEYED, failure(429, { message: 'slow down', type: 'requests' }, { 'retry-after': '10' }), {
      kind: 'json',
      body: { choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }] },
    });
    await askKeyed();
    expect((await keys())[0]?.state).toBe('resting');
    await eventually(keys, shown => shown[0]?.state === 'usable');
    for (let at = 0; at < 3; at++) await askKeyed();
    expect(used().filter(key => key === KEYS[0])).toHaveLength(2);
  });

  it('opens the breaker of a key that fails again and again', async () => {
    failKey(KEYS[2], failure(500, { message: 'boom', type: 'server_error' }));
    for (let at = 0; at < 24; at++) expect((await askKeyed()).status).toBe(200);
    expect(used().filter(key => key === KEYS[2])).toHaveLength(5);
    expect((await keys())[2]?.state).toBe('resting');
  });

  it('disables a refused key and goes on with the others; with the last key the channel is disabled', async () => {
    await scene.app.make.option('AutomaticDisableChannelEnabled', true);
    const refusal = failure(401, { message: 'Incorrect API key provided', code: 'invalid_api_key' });
    failKey(KEYS[0], refusal);
    expect((await askKeyed()).status).toBe(200);
    const shown = await eventually(keys, all => all[0]?.state === 'out');
    expect(shown[0]?.reason).toContain('Incorrect API key');
    scene.upstream.reset();
    for (let at = 0; at < 4; at++) await askKeyed();
    expect(used()).not.toContain(KEYS[0]);
    scene.upstream.onModel(KEYED, refusal);
    expect((await askKeyed()).status).toBeGreaterThanOrEqual(400);
    await eventually(
      () => must(scene.app.root.get<{ status: number }>(`/api/channel/${id}`)),
      channel => channel.status === 3,
    );
    await scene.app.make.option('AutomaticDisableChannelEnabled', false);
  });

  it('is skipped while all its keys rest and another channel can serve', async () => {
    const beside = await scene.app.make.channel({ base_url: others[0]?.url ?? '', models: KEYED, priority: -5 });
    scene.upstream.onModel(KEYED, failure(429, { message: 'slow down', type: 'requests' }, { 'retry-after': '60' }));
    for (let at = 0; at < 3; at++) await askKeyed();
    scene.upstream.reset();
    expect((await askKeyed()).status).toBe(200);
    expect(scene.upstream.calls).toHaveLength(0);
    await must(scene.app.root.delete(`/api/channel/${beside}/`));
    scene.upstream.reset();
    expect((await askKeyed()).status).toBe(200); // no other key is left, so a resting key is used
  });

  it('does not count a caller’s mistake against a key', async () => {
    scene.upstream.onModel(KEYED, failure(400, { message: 'bad', type: 'invalid_request_error' }));
    for (let at = 0; at < 20; at++) await askKeyed();
    expect((await keys()).map(key => key.state)).toEqual(['usable', 'usable', 'usable']);
  });
});
