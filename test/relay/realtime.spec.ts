import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, WebSocket } from 'ws';
import { otherOf, recomputed, startRelayScene, type RelayScene } from '../support/relay-scene';

/** A vendor's end of a session: hears everything, and answers `response.create` with a spoken word and its usage. */
interface Vendor {
  readonly url: string;
  readonly heard: string[];
  readonly handshakes: Record<string, unknown>[];
  /** Usage that the next responses report; null leaves it out. */
  usage: object | null;
  /** Answered instead of an upgrade while set. */
  refusal: { status: number; body: string } | null;
  close(): Promise<void>;
}

const USAGE = {
  input_tokens: 100,
  output_tokens: 50,
  input_token_details: {
    text_tokens: 60,
    audio_tokens: 40,
    cached_tokens: 20,
    cached_tokens_details: { text_tokens: 20 },
  },
  output_token_details: { text_tokens: 10, audio_tokens: 40 },
};

async function startVendor(): Promise<Vendor> {
  const http: Server = createServer();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'realtime' });
  const vendor: Vendor = {
    url: '',
    heard: [],
    handshakes: [],
    usage: USAGE,
    refusal: null,
    close: () =>
      new Promise(resolve => {
        for (const client of sockets.clients) client.terminate();
        http.close(() => resolve());
      }),
  };
  http.on('upgrade', (request, socket, head) => {
    if (vendor.refusal) {
      const { status, body } = vendor.refusal;
      return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }
    vendor.handshakes.push({ url: request.url, ...request.headers });
    sockets.handleUpgrade(request, socket, head, peer => {
      peer.send(JSON.stringify({ type: 'session.created', session: { id: 's' } }));
      peer.on('message', data => {
        const text = (data as Buffer).toString('utf8');
        vendor.heard.push(text);
        if (!text.includes('response.create')) return;
        peer.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'hello there' }));
        const response = { id: 'r', ...(vendor.usage && { usage: vendor.usage }) };
        peer.send(JSON.stringify({ type: 'response.done', response }));
      });
    });
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  return Object.assign(vendor, { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
}

let scene: RelayScene;
let vendor: Vendor;
const MODEL = 'gpt-4o-realtime-preview';

beforeAll(async () => {
  vendor = await startVendor();
  scene = await startRelayScene();
  await scene.app.make.channel({ base_url: vendor.url, models: `${MODEL},gone-model` });
});
afterAll(async () => {
  await scene.close();
  await vendor.close();
});
beforeEach(() => {
  vendor.usage = USAGE;
  vendor.refusal = null;
});

const address = (model = MODEL) => `${scene.app.url.replace('http', 'ws')}/v1/realtime?model=${model}`;

interface Session {
  readonly socket: WebSocket;
  readonly events: { type: string; [key: string]: unknown }[];
  next(type: string): Promise<Record<string, unknown>>;
  readonly closed: Promise<number>;
}

async function join(key = scene.key, protocols = ['realtime', `openai-insecure-api-key.${key}`]): Promise<Session> {
  const socket = new WebSocket(address(), protocols, { headers: { 'openai-beta': 'realtime=v1' } });
  const events: Session['events'] = [];
  const waiting = new Map<string, (event: Record<string, unknown>) => void>();
  socket.on('message', data => {
    const event = JSON.parse((data as Buffer).toString('utf8')) as Session['events'][number];
    events.push(event);
    waiting.get(event.type)?.(event);
  });
  const closed = new Promise<number>(resolve => socket.on('close', code => resolve(code)));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return {
    socket,
    events,
    closed,
    next: type =>
      new Promise(resolve => {
        const seen = events.find(event => event.type === type);
        if (seen) resolve(seen);
        else waiting.set(type, resolve);
      }),
  };
}

/** The HTTP answer that came instead of an upgrade. */
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
    session.socket.close(1000);
    await session.closed;
    await scene.settled();
    expect(vendor.heard.map(text => (JSON.parse(text) as { type: string }).type)).toEqual([
      'session.update',
      'response.create',
    ]);
    const handshake = vendor.handshakes[0] ?? {};
    expect(handshake['url']).toBe(`/v1/realtime?model=${MODEL}`);
    expect(handshake['openai-beta']).toBe('realtime=v1');
    expect(String(handshake['authorization'])).toMatch(/^Bearer /);
    expect(JSON.stringify(handshake)).not.toContain(scene.key);
  });

  it('bills every response from its usage, sound and text apart, and frees the hold at the end', async () => {
    const before = await scene.balance();
    const session = await join();
    session.socket.send(JSON.stringify({ type: 'response.create' }));
    await session.next('response.done');
    session.socket.close(1000);
    await session.closed;
    await scene.settled();
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

  it('counts for itself when a response tells no usage', async () => {
    vendor.usage = null;
    const session = await join();
    session.socket.send(JSON.stringify({ type: 'session.update', session: { instructions: 'Answer in one word.' } }));
    session.socket.send(JSON.stringify({ type: 'response.create' }));
    await session.next('response.done');
    session.socket.close(1000);
    await session.closed;
    await scene.settled();
    const [row] = await scene.consumption(3);
    if (!row) throw new Error('no row');
    expect(row).toMatchObject({ prompt_tokens: 5, completion_tokens: 2 });
    expect(otherOf(row).usage_source).toBe('local');
  });

  it('refuses before the upgrade, as an ordinary answer', async () => {
    expect(await refused(address(), {})).toMatchObject({ status: 401 });
    expect(await refused(address(), { authorization: 'Bearer sk-nobody' })).toMatchObject({ status: 401 });
    const unknown = await refused(address('no-such-model'), { authorization: `Bearer ${scene.key}` });
    expect(unknown.status).toBe(503);
    expect(JSON.parse(unknown.body)).toMatchObject({ error: { code: 'model_not_found' } });
    const other = await refused(address().replace('/realtime', '/nothing'), { authorization: `Bearer ${scene.key}` });
    expect(other.status).toBe(404);
  });

  it('tells the vendor’s refusal and holds nothing', async () => {
    vendor.refusal = {
      status: 401,
      body: '{"error":{"message":"Incorrect API key provided","type":"invalid_request_error"}}',
    };
    const answer = await refused(address(), { authorization: `Bearer ${scene.key}` });
    expect(answer.status).toBe(502);
    expect(answer.body).toContain('Incorrect API key provided');
    await scene.settled();
  });

  it('cuts off who cannot pay for another response', async () => {
    const poor = await scene.app.make.signedIn({ quota: 20_000 });
    const token = await scene.app.make.token(poor);
    vendor.usage = { input_tokens: 2000, output_tokens: 2000 };
    const session = await join(token.secret);
    session.socket.send(JSON.stringify({ type: 'response.create' }));
    const error = await session.next('error');
    expect(error).toMatchObject({ error: { type: 'insufficient_quota' } });
    expect(await session.closed).toBe(1008);
  });
});
