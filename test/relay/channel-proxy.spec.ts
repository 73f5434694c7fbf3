import { joinRealtime } from '../support/clients/realtime-client';
import { startRealtimeProvider } from '../support/fakes/realtime-provider';
import { must } from '../support/clients/factories';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { startHttpProxy, startSocksProxy, type TestProxy } from '../support/servers/proxies';

/** Nobody can connect to this name but through a proxy, so whatever arrives went through it. */
const UPSTREAM = 'http://upstream.invalid:8123';
const PASSWORD = 'p@ss-w0rd';

let scene: RelayScene;
let proxy: TestProxy;
let portOfUpstream: number;
beforeEach(async () => {
  scene = await startRelayScene();
  portOfUpstream = Number(new URL(scene.upstream.url).port);
});
afterEach(async () => {
  await scene.close();
  await proxy.close();
});

async function use(address: string): Promise<void> {
  await must(scene.app.root.put('/api/channel/', { id: scene.channelId, base_url: UPSTREAM, proxy: address }));
}

async function ask(fields: Record<string, unknown> = {}) {
  const response = await scene.post('/v1/chat/completions', chat(fields));
  return { status: response.status, text: await response.text() };
}

const kinds = [
  ['HTTP', startHttpProxy, 'http'],
  ['SOCKS5', startSocksProxy, 'socks5'],
] as const;

describe.each(kinds)('a channel behind a proxy for %s', (_kind, start, protocol) => {
  it('sends calls, streams, tests and requests for models through it, and nothing past it', async () => {
    proxy = await start({ port: portOfUpstream });
    await use(`${protocol}://${proxy.host}`);
    expect((await ask()).status).toBe(200);
    const stream = await ask({ stream: true });
    expect(stream.text).toContain('[DONE]');
    const models = await must(scene.app.root.get<readonly string[]>(`/api/channel/fetch_models/${scene.channelId}`));
    expect(models.length).toBeGreaterThan(0);
    const test = await scene.app.root.get<{ success: boolean }>(`/api/channel/test/${scene.channelId}`);
    expect(test.body.success).toBe(true);
    expect(scene.upstream.calls).toHaveLength(4);
    expect(new Set(proxy.opened)).toEqual(new Set(['upstream.invalid:8123']));
    await scene.expectEvenLedger();
  });

  it('carries a session over a WebSocket', async () => {
    const provider = await startRealtimeProvider();
    proxy = await start({ port: Number(new URL(provider.url).port) });
    const model = 'gpt-4o-realtime-preview';
    await scene.app.make.channel({ base_url: UPSTREAM, models: model, proxy: `${protocol}://${proxy.host}` });
    const session = await joinRealtime(`${scene.app.url.replace('http', 'ws')}/v1/realtime?model=${model}`, scene.key);
    session.socket.send(JSON.stringify({ type: 'response.create' }));
    await session.next('response.done');
    session.socket.close(1000);
    await session.closed;
    expect(proxy.opened).toEqual(['upstream.invalid:8123']);
    await scene.expectEvenLedger();
    await provider.close();
  });

  it('signs in with its password, which no view and no log shows', async () => {
    proxy = await start({ port: portOfUpstream, credentials: `me:${PASSWORD}` });
    const address = (password: string) => `${protocol}://me:${encodeURIComponent(password)}@${proxy.host}`;
    await use(address(PASSWORD));
    expect((await ask()).status).toBe(200);
    const view = await must(scene.app.root.get<{ proxy: string }>(`/api/channel/${scene.channelId}`));
    expect(view.proxy).toBe(address('***'));
    for (const path of ['/api/channel/?p=0', '/api/channel/search?keyword=', '/api/log/?p=1&page_size=100']) {
      const { text } = await scene.app.root.get(path);
      expect(text).not.toContain(encodeURIComponent(PASSWORD));
      expect(text).not.toContain(PASSWORD);
    }
    // The masked text keeps the password.
    await must(scene.app.root.put('/api/channel/', { id: scene.channelId, proxy: view.proxy, note: 'x' }));
    expect((await ask()).status).toBe(200);
    const path = `/api/channel/${scene.channelId}?include_key=true`;
    const revealed = await must(scene.app.root.get<{ proxy: string }>(path));
    expect(revealed.proxy).toBe(address(PASSWORD));
  });

  it('counts as not reachable when the proxy refuses, and tells callers nothing of it', async () => {
    proxy = await start({ port: portOfUpstream, credentials: `me:${PASSWORD}` });
    await use(`${protocol}://me:wrong-word@${proxy.host}`);
    const { status, text } = await ask();
    expect(status).toBeGreaterThanOrEqual(500);
    expect(text).not.toContain('wrong-word');
    expect(text).not.toContain(proxy.host);
    expect(proxy.refused).toBeGreaterThan(0);
    expect(scene.upstream.calls).toHaveLength(0);
    await scene.expectEvenLedger();
  });
});
