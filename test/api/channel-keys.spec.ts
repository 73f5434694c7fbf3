import { ChannelCatalog, ChannelHealth } from '@channel';
import { type ChannelKeyView, type ChannelView, type LogEntry, type Page } from '@contracts';
import { Database, EventBus, type EventMap } from '@platform';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.make.option('AutomaticDisableChannelEnabled', true);
});
afterAll(() => app.close());

const KEYS = ['sk-first-0123456789', 'sk-second-0123456789', 'sk-third-0123456789'];

function make(fields: Record<string, unknown> = {}) {
  return app.make.channel({
    base_url: 'http://127.0.0.1:1',
    models: 'gpt-4o',
    key: KEYS.join('\n'),
    several_keys: true,
    ...fields,
  });
}

function view(id: number, query = '') {
  return must(app.admin.get<ChannelView>(`/api/channel/${id}${query}`));
}

function keysOf(id: number) {
  return must(app.admin.get<ChannelKeyView[]>(`/api/channel/${id}/keys`));
}

function live(id: number) {
  return app.nest.get(ChannelCatalog).current.byId(id);
}

function putOut(id: number, position: number, reason = 'Incorrect API key') {
  return app.nest
    .get(ChannelHealth)
    .disableAfterFailure({ channelId: id, keyHash: live(id)?.keys[position - 1]?.keyHash ?? '', reason });
}

async function newestLog(type: number) {
  return (await must(app.root.get<Page<LogEntry>>(`/api/log/?type=${type}`))).items[0]?.content;
}

describe('a channel with several keys', () => {
  it('is one channel, with one key per line', async () => {
    const id = await make({ key: ` ${KEYS[0]} \n\n${KEYS[1]}\n${KEYS[0]}` });
    expect(await view(id)).toMatchObject({ several_keys: true, total_keys: 2, usable_keys: 2 });
    expect((await view(id, '?include_key=true')).key).toBe(`${KEYS[0]}\n${KEYS[1]}`);
  });

  it('is not made of a document', async () => {
    const id = await make({ type: 41, other: 'us-central1', key: '{\n"a":1\n}' });
    expect(await view(id, '?include_key=true')).toMatchObject({
      several_keys: false,
      total_keys: 1,
      key: '{\n"a":1\n}',
    });
  });

  it('is found by each of its keys', async () => {
    const id = await make({ key: 'sk-searched-first-1\nsk-searched-second-2' });
    for (const keyword of ['sk-searched-first-1', 'sk-searched-second-2']) {
      const found = await must(app.admin.get<ChannelView[]>(`/api/channel/search?keyword=${keyword}`));
      expect(found.map(channel => channel.id)).toEqual([id]);
    }
  });

  it('comes from a channel with one key and goes back to it, but not with keys left over', async () => {
    const id = await make({ several_keys: false, key: KEYS[0] });
    expect((await app.admin.put('/api/channel/', { id, key: KEYS.join('\n') })).body.success).toBe(false);
    const edited = await must(
      app.admin.put<ChannelView>('/api/channel/', { id, several_keys: true, key: KEYS.join('\n') }),
    );
    expect(edited).toMatchObject({ several_keys: true, total_keys: 3 });
    await must(app.admin.put('/api/channel/', { id, name: 'kept' }));
    expect(await view(id)).toMatchObject({ several_keys: true, total_keys: 3 });
    expect((await app.admin.put('/api/channel/', { id, several_keys: false })).body.message).toContain('one key');
    await must(app.admin.put('/api/channel/', { id, several_keys: false, key: KEYS[1] }));
    expect(await view(id)).toMatchObject({ several_keys: false, total_keys: 1 });
  });
});

describe('a key that the provider refused', () => {
  it('is disabled with reason and time while the channel goes on', async () => {
    const events: EventMap['channel.keyDisabled'][] = [];
    app.nest.get(EventBus).subscribe('channel.keyDisabled', event => void events.push(event));
    const id = await make();
    expect(await putOut(id, 2)).toBe(false);
    expect(await view(id)).toMatchObject({ status: 1, total_keys: 3, usable_keys: 2 });
    const keys = await keysOf(id);
    expect(keys.map(({ position, mask, state, reason }) => ({ position, mask, state, reason }))).toEqual([
      { position: 1, mask: 'sk-f…6789', state: 'usable', reason: '' },
      { position: 2, mask: 'sk-s…6789', state: 'out', reason: 'Incorrect API key' },
      { position: 3, mask: 'sk-t…6789', state: 'usable', reason: '' },
    ]);
    expect(keys[1]?.out_since).toBeGreaterThan(1_700_000_000);
    expect(await newestLog(4)).toMatch(
      /^put key #2 \(sk-s…6789\) of channel #\d+ \(.+\) out automatically: Incorrect API key$/,
    );
    expect(events).toEqual([expect.objectContaining({ channelId: id, position: 2, keyCount: 3, usableCount: 2 })]);
    expect(live(id)?.key).toBe(KEYS[0]);
  });

  it('is disabled once when several calls report it at the same time', async () => {
    const id = await make();
    await Promise.all([putOut(id, 1), putOut(id, 1), putOut(id, 1)]);
    const rows = await app.nest
      .get(Database)
      .read.query(`SELECT key_hash FROM channel_key_faults WHERE channel_id = ${id}`);
    expect(rows).toHaveLength(1);
    expect(live(id)?.key).toBe(KEYS[1]);
  });

  it('disables the channel when it was the last one', async () => {
    const id = await make();
    const done = await Promise.all([putOut(id, 1), putOut(id, 2), putOut(id, 3)]);
    expect(done.filter(Boolean)).toHaveLength(1);
    const shown = await view(id);
    expect(shown).toMatchObject({ status: 3, usable_keys: 0 });
    expect(JSON.parse(shown.other_info)).toMatchObject({
      status_reason: 'all keys are out; the last one: Incorrect API key',
    });
  });

  it('stays in use while the server is not allowed to act', async () => {
    const id = await make({ auto_ban: 0 });
    await putOut(id, 1);
    expect(await view(id)).toMatchObject({ usable_keys: 3 });
  });

  it('comes back when it passes a test, and the channel with it', async () => {
    const id = await make();
    await Promise.all([putOut(id, 1), putOut(id, 2), putOut(id, 3)]);
    await app.make.option('AutomaticEnableChannelEnabled', true);
    expect(await app.nest.get(ChannelHealth).enableAfterTest(id, live(id)?.keyHash)).toBe(true);
    expect(await view(id)).toMatchObject({ status: 1, usable_keys: 1 });
  });

  it('comes back with all others when the channel is switched on by hand', async () => {
    const id = await make();
    await Promise.all([putOut(id, 1), putOut(id, 2), putOut(id, 3)]);
    await must(app.admin.put('/api/channel/', { id, status: 1 }));
    expect(await view(id)).toMatchObject({ status: 1, usable_keys: 3, other_info: '' });
  });

  it('has no state left when it is replaced', async () => {
    const id = await make();
    await putOut(id, 1);
    await must(app.admin.put('/api/channel/', { id, key: `sk-new-0123456789-new\n${KEYS[1]}` }));
    expect(await view(id)).toMatchObject({ total_keys: 2, usable_keys: 2 });
  });

  it('is not to blame for a channel that is too slow', async () => {
    const id = await make();
    const failure = { channelId: id, keyHash: live(id)?.keyHash ?? '', reason: 'slow', blames: 'channel' } as const;
    expect(await app.nest.get(ChannelHealth).disableAfterFailure(failure)).toBe(true);
    expect(await view(id)).toMatchObject({ status: 3, usable_keys: 3 });
  });

  it('leaves nothing behind with its channel', async () => {
    const id = await make();
    await putOut(id, 1);
    await must(app.admin.delete(`/api/channel/${id}/`));
    const rows = await app.nest
      .get(Database)
      .read.query(`SELECT key_hash FROM channel_key_faults WHERE channel_id = ${id}`);
    expect(rows).toEqual([]);
  });
});

describe('the keys one by one', () => {
  it('are added, and a channel with one key becomes one with several', async () => {
    const id = await make({ several_keys: false, key: KEYS[0] });
    const keys = await must(
      app.admin.post<ChannelKeyView[]>(`/api/channel/${id}/keys`, { key: `${KEYS[1]}\n${KEYS[0]}\n${KEYS[2]}` }),
    );
    expect(keys.map(key => key.position)).toEqual([1, 2, 3]);
    expect((await view(id, '?include_key=true')).key).toBe(KEYS.join('\n'));
    expect(await newestLog(3)).toMatch(/revealed/);
  });

  it('are used again when an administrator enables them', async () => {
    const id = await make();
    await putOut(id, 2);
    const out = (await keysOf(id)).find(key => key.state === 'out');
    const keys = await must(app.admin.post<ChannelKeyView[]>(`/api/channel/${id}/keys/${out?.id}/enable`));
    expect(keys.map(key => key.state)).toEqual(['usable', 'usable', 'usable']);
    expect(await newestLog(3)).toMatch(/^enabled key #2 of channel/);
  });

  it('are removed, but not the last one', async () => {
    const id = await make({ key: `${KEYS[0]}\n${KEYS[1]}` });
    const [first, second] = await keysOf(id);
    const left = await must(app.admin.delete<ChannelKeyView[]>(`/api/channel/${id}/keys/${first?.id}`));
    expect(left.map(key => key.id)).toEqual([second?.id]);
    expect((await app.admin.delete(`/api/channel/${id}/keys/${second?.id}`)).body.success).toBe(false);
    expect(live(id)?.key).toBe(KEYS[1]);
  });

  it.each([
    ['no channel', 'GET', '/api/channel/999999/keys'],
    ['no channel', 'POST', '/api/channel/999999/keys'],
    ['no key', 'POST', '/api/channel/ID/keys/0000000000000000/enable'],
    ['no key', 'DELETE', '/api/channel/ID/keys/0000000000000000'],
  ])('are refused when they do not exist: %s, %s', async (_what, method, path) => {
    const id = await make();
    const answer = await app.admin.send(
      method,
      path.replace('ID', String(id)),
      method === 'POST' ? { key: 'k' } : undefined,
    );
    expect(answer.body.success).toBe(false);
  });

  it('are never shown', async () => {
    const id = await make();
    await putOut(id, 1);
    const answers = [await app.admin.get(`/api/channel/${id}/keys`), await app.admin.get(`/api/channel/${id}`)];
    for (const { text } of answers) expect(text).not.toMatch(/0123456789/);
  });

  it('may be edited by several administrators without harm to each other’s changes', async () => {
    const id = await make({ key: KEYS[0] });
    await Promise.all(KEYS.slice(1).map(key => app.admin.post(`/api/channel/${id}/keys`, { key })));
    expect(await keysOf(id)).toHaveLength(3);
  });
});
