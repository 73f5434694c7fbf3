import { connect } from 'node:net';
import { type LogEntry, type TokenView } from '@contracts';
import { TokenUses } from '@token';
import { WebSocket } from 'ws';
import { joinRealtime, type RealtimeClient } from '../support/clients/realtime-client';
import { startRealtimeProvider, USAGE, type RealtimeProvider } from '../support/fakes/realtime-provider';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
let provider: RealtimeProvider;
const MODEL = 'gpt-4o-realtime-preview';

beforeAll(async () => {
  provider = await startRealtimeProvider();
  scene = await startRelayScene();
  await scene.app.make.channel({ base_url: provider.url, models: `${MODEL},gone-model` });
});
afterAll(async () => {
  await scene.close();
  await provider.close();
});
beforeEach(() => {
  provider.usage = USAGE;
  provider.refusal = null;
});

function address(model = MODEL) {
  return `${scene.app.url.replace('http', 'ws')}/v1/realtime?model=${model}`;
}

function join(key = scene.key): Promise<RealtimeClient> {
  return joinRealtime(address(), key);
}

/** Closes the caller's socket and waits until everything is billed. */
async function leave(session: RealtimeClient): Promise<void> {
  session.socket.close(1000);
  await session.closed;
  await scene.settled();
}

/** The usage that is logged for an answer to a short instruction when the provider reports it. */
async function rowCounted(usage: RealtimeProvider['usage']): Promise<LogEntry> {
  provider.usage = usage;
  const earlier = (await scene.consumption(0)).length;
  const session = await join();
  session.socket.send(JSON.stringify({ type: 'session.update', session: { instructions: 'Answer in one word.' } }));
  session.socket.send(JSON.stringify({ type: 'response.create' }));
  await session.next('response.done');
  await leave(session);
  const [row] = await scene.consumption(earlier + 1);
  if (!row) throw new Error('no row');
  return row;
}

/** The HTTP response that came instead of an upgrade. */
function refused(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, ['realtime'], { headers });
    socket.on('error', () => undefined);
    socket.on('open', () => reject(new Error('it was upgraded')));
    socket.on('unexpected-response', (handshake, response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      response.on('end', () => {
        handshake.destroy();
        resolve({ status: response.statusCode ?? 0, body });
      });
    });
  });
}

describe('a realtime session', () => {
  it('joins both sides, with the channel’s key instead of the caller’s', async () => {
    const session = await join();
    await session.next('session.created');
    session.socket.send(JSON.stringify({ type: 'session.update', session: { instructions: 'Be brief.' } }));
    session.socket.send(JSON.stringify({ type: 'response.create' }));
    await session.next('response.done');
    await leave(session);
    expect(provider.heard.map(text => (JSON.parse(text) as { type: string }).type)).toEqual([
      'session.update',
      'response.create',
    ]);
    const handshake = provider.handshakes[0] ?? {};
    expect(handshake.url).toBe(`/v1/realtime?model=${MODEL}`);
    expect(handshake['openai-beta']).toBe('realtime=v1');
    expect(String(handshake.authorization)).toMatch(/^Bearer /);
    expect(JSON.stringify(handshake)).not.toContain(scene.key);
  });

  it('is told as the last use of its key, with the client', async () => {
    const session = await join();
    await session.next('session.created');
    await leave(session);
    await scene.app.nest.get(TokenUses).flush();
    const [token] = await must(scene.owner.get<TokenView[]>('/api/token/'));
    expect(token?.accessed_client).toBe('voice/1');
  });

  it('bills every response from its usage, audio and text apart, and frees the reservation at the end', async () => {
    const before = await scene.balance();
    const session = await join();
    session.socket.send(JSON.stringify({ type: 'response.create' }));
    await session.next('response.done');
    await leave(session);
    const [row] = await scene.consumption(2);
    if (!row) throw new Error('no row');
    expect(otherOf(row).receipt.usage).toEqual({
      promptTokens: 40,
      cachedReadTokens: 20,
      audioInputTokens: 40,
      completionTokens: 10,
      audioOutputTokens: 40,
      calls: 1,
    });
    expect(row.quota).toBeGreaterThan(0);
    expect(recomputed(row)).toBe(row.quota);
    expect(before.quota - (await scene.balance()).quota).toBe(row.quota);
  });

  it('counts by itself when a response reports no usage', async () => {
    const row = await rowCounted(null);
    expect(row).toMatchObject({ prompt_tokens: 5, completion_tokens: 2 });
    expect(otherOf(row).usage_source).toBe('local');
  });

  it('is refused before the upgrade with an ordinary HTTP response', async () => {
    expect(await refused(address(), {})).toMatchObject({ status: 401 });
    expect(await refused(address(), { authorization: 'Bearer sk-nobody' })).toMatchObject({ status: 401 });
    const unknown = await refused(address('no-such-model'), { authorization: `Bearer ${scene.key}` });
    expect(unknown.status).toBe(404);
    expect(JSON.parse(unknown.body)).toMatchObject({ error: { code: 'model_not_found' } });
    const other = await refused(address().replace('/realtime', '/nothing'), { authorization: `Bearer ${scene.key}` });
    expect(other.status).toBe(404);
  });

  it.each(['/responses', '/responses/'])('is refused at %s so that the client asks over HTTP at once', async path => {
    const answer = await refused(address().replace(/\/realtime.*/, path), { authorization: `Bearer ${scene.key}` });
    expect(answer.status).toBe(426);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'websocket_not_supported' } });
  });

  it('passes on the provider’s refusal and holds nothing', async () => {
    provider.refusal = {
      status: 401,
      body: '{"error":{"message":"Incorrect API key provided","type":"invalid_request_error"}}',
    };
    const answer = await refused(address(), { authorization: `Bearer ${scene.key}` });
    expect(answer.status).toBe(502);
    expect(answer.body).toContain('Incorrect API key provided');
    await scene.settled();
  });

  it('is cut off when the caller cannot pay for another response', async () => {
    const poor = await scene.app.make.signedIn({ quota: 20_000 });
    const token = await scene.app.make.token(poor);
    provider.usage = { input_tokens: 2000, output_tokens: 2000 };
    const session = await join(token.secret);
    session.socket.send(JSON.stringify({ type: 'response.create' }));
    const error = await session.next('error');
    expect(error).toMatchObject({ error: { type: 'insufficient_quota' } });
    expect(await session.closed).toBe(1008);
  });
});

describe('the limits of a key with realtime sessions', () => {
  it('count a session as a call that runs as long as it does', async () => {
    const { secret } = await scene.app.make.token(scene.owner, { max_concurrency: 1 });
    const headers = { authorization: `Bearer ${secret}` };
    const session = await join(secret);
    const second = await refused(address(), headers);
    expect(second.status).toBe(429);
    expect(second.body).toContain('1 calls at the same time');
    await leave(session);
    await leave(await join(secret));
  });

  it('count the tokens of every response', async () => {
    const { secret } = await scene.app.make.token(scene.owner, { tpm_limit: 5000 });
    provider.usage = { input_tokens: 3000, output_tokens: 2500 };
    const session = await join(secret);
    session.socket.send(JSON.stringify({ type: 'response.create' }));
    await session.next('response.done');
    await leave(session);
    expect((await refused(address(), { authorization: `Bearer ${secret}` })).status).toBe(429);
  });

  it('are those of the channel, too: a session has its place for as long as it runs', async () => {
    await scene.app.make.option('ChannelQueueSeconds', '0');
    const limited = await scene.app.make.channel({ base_url: provider.url, models: 'capped', max_concurrency: 1 });
    await scene.app.make.option('ModelRatio', { capped: 1, [MODEL]: 2.5 });
    const session = await joinRealtime(address('capped'), scene.key);
    const second = await refused(address('capped'), { authorization: `Bearer ${scene.key}` });
    expect(second.status).toBe(429);
    await leave(session);
    await leave(await joinRealtime(address('capped'), scene.key));
    await scene.app.root.delete(`/api/channel/${limited}/`);
  });

  it('are given back by a session that does not begin', async () => {
    const { secret } = await scene.app.make.token(scene.owner, { max_concurrency: 1 });
    provider.refusal = { status: 503, body: '{"error":{"message":"no"}}' };
    expect((await refused(address(), { authorization: `Bearer ${secret}` })).status).toBe(502);
    provider.refusal = null;
    scene.app.wakeChannels();
    await leave(await join(secret));
  });
});

/** Sends an upgrade written by hand, and returns the status line of the response. */
function handshake(lines: readonly string[], thenDestroy = false): Promise<string> {
  const { port } = new URL(scene.app.url);
  return new Promise(resolve => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      const start = `GET /v1/realtime?model=${MODEL} HTTP/1.1`;
      socket.write([start, 'host: x', `authorization: Bearer ${scene.key}`, ...lines, '', ''].join('\r\n'));
      if (thenDestroy) socket.destroy();
    });
    let text = '';
    socket.on('data', chunk => (text += chunk.toString('utf8')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''));
  });
}

const UPGRADE = ['connection: Upgrade', 'upgrade: websocket'];
const KEY = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
const VERSION = 'sec-websocket-version: 13';

describe('a handshake that fails', () => {
  it.each([
    ['no key', [...UPGRADE, VERSION]],
    ['a short key', [...UPGRADE, VERSION, 'sec-websocket-key: abc']],
    ['no version', [...UPGRADE, KEY]],
    ['an old version', [...UPGRADE, KEY, 'sec-websocket-version: 7']],
    ['a protocol twice', [...UPGRADE, KEY, VERSION, 'sec-websocket-protocol: realtime, realtime']],
    ['another protocol than websocket', ['connection: Upgrade', 'upgrade: h2c', KEY, VERSION]],
  ])('holds no quota and opens nothing upstream: %s', async (_name, lines) => {
    const opened = provider.handshakes.length;
    const before = await scene.balance();
    for (let round = 0; round < 5; round++) expect(await handshake(lines)).toContain(' 400 ');
    expect(provider.handshakes).toHaveLength(opened);
    await scene.settled();
    expect((await scene.balance()).quota).toBe(before.quota);
  });

  it('leaves nothing behind when the caller leaves before it is finished', async () => {
    const before = await scene.balance();
    await Promise.all(Array.from({ length: 20 }, () => handshake([...UPGRADE, KEY, VERSION], true)));
    // Everything that is still on its way at the first look is finished a moment later.
    await eventually(
      async () => provider.openCount() === 0 && (await scene.balance()).quota === before.quota,
      isOver => isOver,
    );
  });
});

describe('invalid usage of a realtime response', () => {
  it.each([[{ input_tokens: -1, output_tokens: 7 }], [{}], [{ input_tokens: 'many', output_tokens: 1e30 }]])(
    'is replaced by the gateway’s own count, and marked in the log: %j',
    async usage => {
      const row = await rowCounted(usage);
      expect(row).toMatchObject({ prompt_tokens: 5, completion_tokens: 2 });
      expect(otherOf(row)).toMatchObject({
        usage_source: 'local',
        problem: expect.stringMatching(/usage: .* is no token count/),
      });
    },
  );
});
