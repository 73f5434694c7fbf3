import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { SlowBodies } from './slow-bodies';

const LIMITS = { bytesPerSecondMin: 1000, windowMs: 400, lookEveryMs: 50 };

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = fastify({
    serverFactory: handler => {
      const server: Server = createServer(handler);
      new SlowBodies(LIMITS).watch(server);
      return server;
    },
  });
  app.setErrorHandler((error, _request, reply) => reply.status((error as { status?: number }).status ?? 500).send({}));
  app.post('/', async () => ({ ok: true }));
  app.get('/slow-answer', async () => {
    await new Promise(resolve => setTimeout(resolve, 1_200));
    return { ok: true };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

interface Talk {
  readonly socket: Socket;
  /** Everything that arrived until the other end closed, or until a whole response had arrived. */
  readonly answered: Promise<string>;
}

function talk(head: string): Talk {
  const socket = connect(port, '127.0.0.1');
  socket.write(head);
  const answered = new Promise<string>(resolve => {
    let text = '';
    socket.on('data', chunk => {
      text += chunk.toString('utf8');
      if (text.includes('\r\n\r\n')) resolve(text);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  return { socket, answered };
}

/** Writes a piece every 50 ms until the body is whole or the other end stops it. */
async function trickle({ socket }: Talk, body: string, pieceLength: number): Promise<void> {
  for (let at = 0; at < body.length && !socket.destroyed; at += pieceLength) {
    socket.write(body.slice(at, at + pieceLength));
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

const BODY = JSON.stringify({ text: 'x'.repeat(4_000) });

function head(length: number): string {
  return `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
}

describe('a body', () => {
  it('that arrives too slowly is refused with 408, and its connection ends', async () => {
    const slow = talk(head(BODY.length));
    const closed = new Promise<void>(resolve => slow.socket.once('close', () => resolve()));
    void trickle(slow, BODY, 1);
    expect(await slow.answered).toMatch(/^HTTP\/1\.1 408 /);
    await closed;
  });

  it('that never arrives is refused, announced in chunks or with a length', async () => {
    const whole = talk(head(10));
    const pieces = talk(
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    expect(await whole.answered).toMatch(/^HTTP\/1\.1 408 /);
    expect(await pieces.answered).toMatch(/^HTTP\/1\.1 408 /);
    whole.socket.destroy();
    pieces.socket.destroy();
  });

  it('that arrives slowly but steadily is accepted', async () => {
    const steady = talk(head(BODY.length));
    await trickle(steady, BODY, 200);
    expect(await steady.answered).toMatch(/^HTTP\/1\.1 200 /);
    steady.socket.destroy();
  });

  it('is not expected where there is none, however long the response takes or the connection is idle', async () => {
    const waiting = talk('GET /slow-answer HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await waiting.answered).toMatch(/^HTTP\/1\.1 200 /);
    await new Promise(resolve => setTimeout(resolve, 600));
    expect(waiting.socket.destroyed).toBe(false);
    waiting.socket.destroy();
  });
});
