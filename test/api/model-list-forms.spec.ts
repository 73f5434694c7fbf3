import { type MockUpstream } from '../../apps/mock-upstream/src/index';
import { type ChannelView } from '@contracts';
import { startChannelScene, type ChannelScene } from '../support/scenes/channel-scene';
import { must } from '../support/clients/factories';
import { type TestApp } from '../support/servers/test-app';
import { startHttpProxy, type TestProxy } from '../support/servers/proxies';

/** Nobody can connect to this name but through a proxy. */
const UPSTREAM = 'http://upstream.invalid:8123';
const CREDENTIALS = 'me:p4ssword';

let scene: ChannelScene;
let app: TestApp;
let upstream: MockUpstream;
let proxy: TestProxy;

beforeAll(async () => {
  scene = await startChannelScene();
  ({ app, upstream } = scene);
  proxy = await startHttpProxy({ port: Number(new URL(upstream.url).port), credentials: CREDENTIALS });
});
afterAll(async () => {
  await scene.close();
  await proxy.close();
});
afterEach(() => scene.clear());

function fetchFor(form: Record<string, unknown>) {
  const usual = { type: 1, key: 'sk-new', base_url: upstream.url };
  return app.admin.post<string[]>('/api/channel/fetch_models', { ...usual, ...form });
}

function headersSent() {
  return upstream.calls.map(call => call.headers);
}

describe('the models of an unsaved form', () => {
  it('are asked for through the proxy of the form', async () => {
    const form = { base_url: UPSTREAM, proxy: `http://${CREDENTIALS}@${proxy.host}` };
    expect((await fetchFor(form)).body.success).toBe(true);
    expect(proxy.opened.at(-1)).toBe('upstream.invalid:8123');
  });

  it.each([
    ['as text', (value: object) => JSON.stringify(value)],
    ['as an object', (value: object) => value],
  ])('are asked for with the headers of the form, %s', async (_form, write) => {
    const override = {
      'x-region': 'eu',
      'x-key': 'k-{api_key}',
      authorization: null,
      'x-user': '{client_header:x-user}',
    };
    expect((await fetchFor({ header_override: write(override) })).body.success).toBe(true);
    expect(headersSent()).toEqual([expect.objectContaining({ 'x-region': 'eu', 'x-key': 'k-sk-new' })]);
    expect(headersSent()[0]).not.toHaveProperty('authorization');
    expect(headersSent()[0]).not.toHaveProperty('x-user');
  });

  it.each([
    [{ proxy: 'ftp://proxy.example' }, /proxy/i],
    [{ header_override: '{"host":"other.example"}' }, /host/i],
    [{ header_override: '{broken' }, /header/i],
  ])('are refused with %j, and nothing is sent', async (fields, message) => {
    const { body } = await fetchFor(fields);
    expect(body).toEqual({ success: false, message: expect.stringMatching(message) });
    expect(upstream.calls).toEqual([]);
  });
});

describe('the models of a form that edits a saved channel', () => {
  it('are asked for with the saved key while its place is the saved one', async () => {
    const id = await scene.channel();
    expect((await fetchFor({ id, key: '' })).body.success).toBe(true);
    expect(headersSent()).toEqual([expect.objectContaining({ authorization: 'Bearer sk-upstream-secret' })]);
  });

  it.each([{ base_url: 'http://127.0.0.1:9' }, { type: 25 }, { base_url: '' }])(
    'are not asked for with the saved key at another place: %j',
    async fields => {
      const id = await scene.channel();
      const refusal = { success: false, message: 'please fill in key' };
      expect((await fetchFor({ id, key: ' ', ...fields })).body).toEqual(refusal);
      expect((await fetchFor({ id: 999_999, key: '', ...fields })).body).toEqual(refusal);
      expect(upstream.calls).toEqual([]);
    },
  );

  it('go through the saved proxy, whose password the form shows masked', async () => {
    const base_url = 'http://saved.invalid:8123';
    const id = await scene.channel({ base_url, proxy: `http://${CREDENTIALS}@${proxy.host}` });
    const view = await must(app.admin.get<ChannelView>(`/api/channel/${id}`));
    expect(view.proxy).toContain('***');
    const refusedCount = proxy.refused;
    expect((await fetchFor({ id, key: '', base_url, proxy: view.proxy })).body.success).toBe(true);
    expect((await fetchFor({ id, key: '', base_url })).body.success).toBe(true);
    expect([proxy.refused, upstream.calls.length]).toEqual([refusedCount, 2]);
    expect(proxy.opened.at(-1)).toBe('saved.invalid:8123');
  });
});

it('a saved channel asks for its models and its balance with its own headers', async () => {
  const id = await scene.channel({ header_override: '{"x-region":"eu"}' });
  await must(app.admin.get(`/api/channel/fetch_models/${id}`));
  await must(app.admin.get(`/api/channel/update_balance/${id}`));
  expect(headersSent().map(headers => headers['x-region'])).toEqual(['eu', 'eu', 'eu']);
});
