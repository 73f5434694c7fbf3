import { failure, json, sse, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { ChannelStatus, type LogEntry, type Page } from '@contracts';
import { Deadline } from '@kernel';
import { badKey, startChannelScene, type ChannelScene } from '../support/scenes/channel-scene';
import { must } from '../support/clients/factories';
import { type TestApp } from '../support/servers/test-app';

let scene: ChannelScene;
let app: TestApp;
let upstream: MockUpstream;
const channel: ChannelScene['channel'] = fields => scene.channel(fields);
const view: ChannelScene['view'] = id => scene.view(id);

beforeAll(async () => {
  scene = await startChannelScene();
  ({ app, upstream } = scene);
});
afterAll(() => scene.close());
afterEach(() => scene.clear());

async function testRows() {
  return (await must(app.admin.get<Page<LogEntry>>('/api/log/self/?type=2&page_size=100&token_name=model test'))).items;
}

describe('the routes of the probes', () => {
  it.each([
    ['GET', '/api/channel/test'],
    ['GET', '/api/channel/test/1'],
    ['GET', '/api/channel/update_balance'],
    ['GET', '/api/channel/update_balance/1'],
    ['GET', '/api/channel/fetch_models/1'],
    ['POST', '/api/channel/fetch_models'],
  ])('%s %s is refused to guests and users', async (method, path) => {
    expect((await app.guest.send(method, path)).status).toBe(401);
    const refusal = await app.user.send(method, path);
    expect([refusal.status, refusal.body.message]).toEqual([200, 'not permitted: insufficient permission']);
  });

  it.each(['test', 'update_balance', 'fetch_models'])('%s refuses invalid ids and deleted channels', async path => {
    const bad = await app.admin.get(`/api/channel/${path}/1x`);
    expect([bad.status, bad.body.success]).toEqual([200, false]);
    const gone = await app.root.get(`/api/channel/${path}/999999/`);
    expect([gone.status, gone.body.success]).toEqual([200, false]);
    expect(gone.body.message).not.toBe(bad.body.message);
  });
});

describe('the test of one channel', () => {
  const test = (id: number, query = '') => app.admin.get(`/api/channel/test/${id}${query}`);

  it('sends one word, reports the seconds, and charges no account', async () => {
    const id = await channel();
    const before = await must(app.admin.get<{ quota: number; used_quota: number }>('/api/user/self'));
    const { status, body } = await test(id);
    expect([status, body]).toEqual([200, { success: true, message: '', time: expect.any(Number) }]);
    expect(upstream.calls.map(call => [call.path, call.body])).toEqual([
      [
        '/v1/chat/completions',
        { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }], stream: false, max_tokens: 10 },
      ],
    ]);
    const shown = await view(id);
    expect(shown.response_time).toBe(Math.round(Number(body.time) * 1000));
    expect(Math.abs(shown.test_time - Date.now() / 1000)).toBeLessThan(10);
    const after = await must(app.admin.get<{ quota: number; used_quota: number }>('/api/user/self'));
    expect([after.quota, after.used_quota]).toEqual([before.quota, before.used_quota]);
    expect((await app.verifyLedger()).differences).toEqual([]);
  });

  it('writes a row of no units in the log of the tester', async () => {
    const id = await channel({ models: 'gpt-4o', model_mapping: '{"gpt-4o":"gpt-4o-2024"}' });
    const known = new Set((await testRows()).map(row => row.id));
    await test(id);
    const rows = await must(app.admin.get<Page<LogEntry>>(`/api/log/?type=2&channel=${id}`));
    expect((await testRows()).length).toBe(known.size + 1);
    expect(rows.items).toEqual([
      expect.objectContaining({
        username: app.admin.user?.username,
        content: 'model test',
        token_name: 'model test',
        model_name: 'gpt-4o',
        quota: 0,
        prompt_tokens: 11,
        completion_tokens: 6,
      }),
    ]);
    expect(JSON.parse(rows.items[0]?.other ?? '')).toMatchObject({
      admin_info: { use_channel: [String(id)], is_model_mapped: true, upstream_model_name: 'gpt-4o-2024' },
    });
    expect(upstream.calls[0]?.model).toBe('gpt-4o-2024');
  });

  it('prefers the requested model to the channel’s own, and embeds with an embedding model', async () => {
    const id = await channel({ models: 'gpt-4o-mini,text-embedding-3-small', test_model: 'gpt-4o' });
    await must(test(id));
    await must(test(id, '?model=text-embedding-3-small'));
    expect(upstream.calls.map(call => [call.path, call.model])).toEqual([
      ['/v1/chat/completions', 'gpt-4o'],
      ['/v1/embeddings', 'text-embedding-3-small'],
    ]);
    expect(upstream.calls[1]?.body).toEqual({ model: 'text-embedding-3-small', input: ['hello world'] });
  });

  it('reports the upstream’s message, without the key, and its duration', async () => {
    await app.make.option('AutomaticDisableChannelEnabled', true);
    upstream.script(() => ({ ...badKey, delayMs: 30 }));
    const id = await channel();
    const { status, body } = await test(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, time: expect.any(Number) });
    expect(body.message).toMatch(/^status code 401: Incorrect API key provided/);
    expect(body.message).not.toContain('sk-upstream-secret');
    expect(body.time).toBeGreaterThanOrEqual(0.025);
    const shown = await view(id);
    expect(shown.response_time).toBe(Math.round(Number(body.time) * 1000));
    // Only the test of all channels switches a channel off.
    expect(shown.status).toBe(ChannelStatus.Enabled);
    await app.make.option('AutomaticDisableChannelEnabled', false);
  });

  it('speaks the language of the administrator', async () => {
    upstream.script(() => badKey);
    const { body } = await app.admin.get(`/api/channel/test/${await channel()}`, { 'accept-language': 'zh-CN' });
    expect(body.message).toMatch(/^状态码 401：/);
  });

  it('counts by the status that the channel maps to', async () => {
    upstream.script(() => failure(400, { message: 'odd' }));
    const { body } = await test(await channel({ status_code_mapping: '{"400":"500"}' }));
    expect(body.message).toBe('status code 500: odd');
  });

  it('refuses kinds of channels that no chat can test', async () => {
    const id = await channel({ type: 2, models: 'mj_imagine' });
    const { body } = await test(id);
    expect(body).toEqual({ success: false, message: 'testing this channel type is not supported', time: 0 });
    expect(upstream.calls).toEqual([]);
    expect((await view(id)).test_time).toBe(0);
  });

  it('fails before the call when the model has no price', async () => {
    const id = await channel({ models: 'nobody-priced-this' });
    const { body } = await test(id);
    expect(body).toMatchObject({ success: false, time: 0 });
    expect(body.message).toContain('nobody-priced-this');
    expect(upstream.calls).toEqual([]);
    expect((await view(id)).test_time).toBeGreaterThan(0);
  });

  it.each([
    ['no usage', json({ choices: [{ message: { role: 'assistant', content: 'hello' } }] })],
    ['zeros and no text', json({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } })],
  ])('is failed by an answer with %s', async (_, answer) => {
    upstream.script(() => answer);
    const { body } = await test(await channel());
    expect([body.success, body.message]).toEqual([false, 'the upstream answered without usage']);
  });

  it('is passed by an unrequested stream, and failed by an empty one', async () => {
    const text = JSON.stringify({ choices: [{ index: 0, delta: { content: 'hello' }, finish_reason: 'stop' }] });
    const usage = JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } });
    const id = await channel();
    upstream.script(() => sse([text, usage]));
    expect((await test(id)).body.success).toBe(true);
    upstream.script(() => sse([usage]));
    expect((await test(id)).body.message).toBe('status code 502: the upstream answer cannot be read');
  });

  it('reports an upstream that breaks off, and one that is not there', async () => {
    upstream.script(() => ({ kind: 'wrongLength', body: '{"choices":', claimed: 100 }));
    const cut = await test(await channel());
    expect(cut.body.message).toBe('status code 502: the upstream broke off in the middle of its answer');
    const absent = await test(await channel({ base_url: 'http://127.0.0.1:9' }));
    expect(absent.body.message).toBe('status code 500: failed to request the upstream address');
  });

  it.each([
    ['never answers', { kind: 'stall' }],
    ['stops after its headers', { kind: 'hangAfterHeaders' }],
  ] as const)('ends after a minute with an upstream that %s', async (_, behaviour) => {
    const { limit } = Deadline.prototype;
    const limits = jest.spyOn(Deadline.prototype, 'limit').mockImplementation(function (this: Deadline, name, ms) {
      return limit.call(this, name, ms / 60); // a minute is over in a second, in which a call arrives on a busy machine too
    });
    upstream.script(() => behaviour);
    const { body } = await test(await channel());
    expect(body.message).toBe('status code 504: the upstream did not answer in time');
    expect(body.time).toBeLessThan(5);
    expect(limits).toHaveBeenCalledWith('channel test', 60_000);
    limits.mockRestore();
    const [call] = await upstream.waitForCalls(1);
    if (call) await upstream.waitForClose(call); // the connection is closed, not left open
  });
});

describe('model lists of providers', () => {
  const fetchUnsaved = (fields: Record<string, unknown> = {}) =>
    app.admin.post<string[]>('/api/channel/fetch_models', {
      type: 1,
      base_url: upstream.url,
      key: 'sk-new',
      ...fields,
    });

  it('come sorted and each once', async () => {
    const data = ['gpt-b', 'gpt-a', 'gpt-b', ' '].map(id => ({ id, object: 'model' }));
    upstream.script(() => json({ object: 'list', data }));
    const id = await channel();
    const saved = await app.admin.get(`/api/channel/fetch_models/${id}`);
    expect(saved.body).toEqual({ success: true, message: '', data: ['gpt-a', 'gpt-b'] });
    expect((await fetchUnsaved({ key: '\n sk-new \nsk-second' })).body.data).toEqual(['gpt-a', 'gpt-b']);
    expect(upstream.calls.map(call => [call.method, call.path, call.headers.authorization])).toEqual([
      ['GET', '/v1/models', 'Bearer sk-upstream-secret'],
      ['GET', '/v1/models', 'Bearer sk-new'],
    ]);
  });

  it('are refused for types whose provider has none', async () => {
    const message = 'only OpenAI interface format supported';
    const id = await channel({ type: 37, models: 'dify' });
    expect((await app.admin.get(`/api/channel/fetch_models/${id}`)).body).toEqual({ success: false, message });
    expect((await fetchUnsaved({ type: 38 })).body).toEqual({ success: false, message });
    expect(upstream.calls).toEqual([]);
  });

  it.each([
    [{ key: ' \n' }, 'please fill in key'],
    [{ base_url: 'ftp://files.example' }, 'base URL is not a valid address'],
    [{ base_url: 'http://user:word@host.example' }, 'base URL is not a valid address'],
  ])('are not fetched with %j', async (fields, message) => {
    expect((await fetchUnsaved(fields)).body).toEqual({ success: false, message });
  });

  it('require a whole body', async () => {
    for (const body of [{}, { type: 1 }, { type: '1', key: 'a' }, { type: 1, key: 5 }]) {
      const answer = await app.admin.post('/api/channel/fetch_models', body);
      expect([answer.status, answer.body.success]).toEqual([200, false]);
    }
    expect(upstream.calls).toEqual([]);
  });

  it('are refused with the kind of the provider’s response, without its text', async () => {
    upstream.script(() => badKey);
    expect((await fetchUnsaved()).body).toEqual({
      success: false,
      message: 'cannot fetch the model list from upstream: status code 401',
    });
    upstream.script(() => ({ kind: 'redirect', location: 'http://169.254.169.254/' }));
    expect((await fetchUnsaved()).body.message).toMatch(/status code 307$/);
    upstream.script(() => json('<html>'));
    expect((await fetchUnsaved()).body.message).toMatch(/the answer does not tell$/);
  });
});
