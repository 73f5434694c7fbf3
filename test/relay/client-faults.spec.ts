import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sse } from '../../apps/mock-upstream/src/index';
import { chat, otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const IDLE_MS = 3000;

let scene: RelayScene;
let rows = 0;
beforeAll(
  async () =>
    (scene = await startRelayScene({
      environment: { STREAM_IDLE_TIMEOUT_SECONDS: String(IDLE_MS / 1000), STREAM_HEARTBEAT_SECONDS: '0' },
    })),
);
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());
/**
 * Whatever the client did, no reservation stays open, the ledger is consistent for every account, and the process is
 * alive.
 */
afterEach(async () => {
  await scene.expectEvenLedger();
  expect((await scene.app.guest.get('/healthz')).status).toBe(200);
});

function chunk(content: string, finish: string | null = null) {
  return JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });
}

async function nextRow() {
  rows += 1;
  const [row] = await scene.consumption(rows);
  if (!row) throw new Error('no row');
  expect(recomputed(row)).toBe(row.quota);
  return row;
}

async function open(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(scene.app.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', piece => (text += piece.toString()));
  socket.on('error', () => undefined); // the server may break off the connection, which some tests check
  await once(socket, 'connect');
  return { socket, received: () => text };
}

function request(body: object, { version = '1.1', headers = '' } = {}): string {
  const text = JSON.stringify(body);
  return (
    `POST /v1/chat/completions HTTP/${version}\r\nhost: x\r\nauthorization: Bearer ${scene.key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n${headers}\r\n${text}`
  );
}

function closed(socket: Socket) {
  return socket.destroyed ? Promise.resolve() : once(socket, 'close').then(() => undefined);
}

describe('a client', () => {
  it('that is slow with its headers or with its body loses its connection, and nothing was held', async () => {
    const server = scene.app.nest.getHttpServer() as { headersTimeout: number; requestTimeout: number };
    const { headersTimeout, requestTimeout } = server;
    Object.assign(server, { headersTimeout: 300, requestTimeout: 600 }); // the real limits are minutes
    const before = await scene.balance();
    const slowHeaders = await open();
    slowHeaders.socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-slow: ');
    const slowBody = await open();
    slowBody.socket.write(request(chat()).slice(0, -5));
    await Promise.all([closed(slowHeaders.socket), closed(slowBody.socket)]);
    Object.assign(server, { headersTimeout, requestTimeout });
    expect(slowHeaders.received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(slowBody.received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(scene.upstream.calls).toHaveLength(0);
    expect((await scene.balance()).quota).toBe(before.quota);
  });

  it('that closes its half of the connection counts as gone: the upstream is stopped', async () => {
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('a'), chunk('b')], { hangAfterEvents: 1 }));
    const { socket, received } = await open();
    socket.write(request(chat({ stream: true })));
    const [call] = await scene.upstream.waitForCalls(1);
    while (!received().includes('"a"')) await once(socket, 'data');
    socket.end();
    await scene.upstream.waitForClose(call!, 2000);
    expect(otherOf(await nextRow())).toMatchObject({ usage_source: 'local' });
  });

  it('that stops reading counts as gone, and pays for the text made so far', async () => {
    scene.upstream.onModel('gpt-4o-mini', { kind: 'endless', event: chunk('word '.repeat(2000)) });
    const { socket } = await open();
    socket.write(request(chat({ stream: true })));
    await once(socket, 'data');
    socket.pause();
    const [call] = await scene.upstream.waitForCalls(1);
    await scene.upstream.waitForClose(call!, IDLE_MS * 4);
    const row = await nextRow();
    expect(row.completion_tokens).toBeGreaterThan(2000);
    expect(otherOf(row).problem).toBeUndefined();
    socket.destroy();
  });

  it('that pipelines gets its responses in order, each billed once', async () => {
    scene.upstream.onModel('gpt-4o', sse([chunk('first', 'stop')], { delayPerEventMs: 150 }));
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('second', 'stop')]));
    const { socket, received } = await open();
    socket.write(
      request(chat({ model: 'gpt-4o', stream: true })) +
        request(chat({ stream: true }), { headers: 'connection: close\r\n' }),
    );
    await closed(socket);
    const text = received();
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(text.indexOf('second')).toBeGreaterThan(text.indexOf('first'));
    await nextRow();
    await nextRow();
  });

  it('that pipelines and leaves stops all its upstreams', async () => {
    scene.upstream.onModel('gpt-4o-mini', { kind: 'endless', event: chunk('word'), delayPerEventMs: 20 });
    const { socket, received } = await open();
    socket.write(request(chat({ stream: true })) + request(chat({ stream: true })));
    const calls = await scene.upstream.waitForCalls(2);
    while (!received().includes('word')) await once(socket, 'data');
    socket.destroy();
    await Promise.all(calls.map(call => scene.upstream.waitForClose(call)));
    await nextRow();
    await scene.settled();
    rows = (await scene.consumption(rows)).length; // the second call is billed only if its answer had begun
  });

  it('that uses HTTP/1.0 gets plain bytes and the end of the connection', async () => {
    const whole = await open();
    whole.socket.write(request(chat(), { version: '1.0' }));
    await closed(whole.socket);
    expect(whole.received()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n[^]*\{/i);
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('plain', 'stop')]));
    const stream = await open();
    stream.socket.write(request(chat({ stream: true }), { version: '1.0' }));
    await closed(stream.socket);
    const [head = '', body = ''] = stream.received().split('\r\n\r\n');
    expect(head).not.toMatch(/transfer-encoding|keep-alive/i);
    expect(body).toBe(`data: ${chunk('plain', 'stop')}\n\ndata: [DONE]\n\n`);
    await nextRow();
    await nextRow();
  });

  it('whose JSON is nested too deeply gets a response, and so does the next one', async () => {
    const depth = 200_000;
    const content = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const body = `{"model":"gpt-4o-mini","messages":[{"role":"user","content":${content}}]}`;
    const response = await scene.post('/v1/chat/completions', body);
    expect([200, 400]).toContain(response.status);
    await response.text();
    const again = await scene.post('/v1/chat/completions', chat());
    expect(again.status).toBe(200);
    await again.text();
    rows += response.status === 200 ? 2 : 1;
  });
});
