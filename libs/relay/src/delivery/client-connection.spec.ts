import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { AppError } from '@kernel';
import { toCallerError } from '../dialect/caller-error';
import { ClientConnection } from './client-connection';

const STALL_MS = 60_000;

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await (server && once(server, 'close'));
  server = undefined;
});

/** Serves each request by `serve`, and returns the port. */
async function listen(serve: (client: ClientConnection) => void): Promise<number> {
  server = createServer((request, response) => serve(new ClientConnection(request, response, 'id-1', STALL_MS)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // a TCP server's address is an object
}

/** Everything that comes for so many requests in a row, until the connection ends. */
async function answerOf(port: number, requests = 1): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (piece: string) => (text += piece)).on('error', () => undefined);
  const ask = (connection: string) => `GET / HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`;
  socket.write(ask('keep-alive').repeat(requests - 1) + ask('close'));
  await once(socket, 'close');
  return text;
}

/** The body behind the head of the last answer. */
function bodyOf(text: string): string {
  return text.slice(text.lastIndexOf('\r\n\r\n') + 4);
}

function failure() {
  return toCallerError(new AppError('RELAY_INTERNAL'));
}

describe('the caller’s side of a call', () => {
  it('sends a whole answer, whose head counts as sent at once', async () => {
    let isOpen = false;
    const port = await listen(client => {
      client.send(200, 'application/json', '{"ok":true}');
      ({ isOpen } = client);
    });
    const text = await answerOf(port);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toContain('content-length: 11\r\n');
    expect(bodyOf(text)).toBe('{"ok":true}');
    expect(isOpen).toBe(true);
  });

  it('adds nothing to an answer that has ended, though its bytes still wait', async () => {
    const port = await listen(client => {
      client.send(200, 'application/json', '{"ok":true}');
      client.refuse(failure());
      client.end('more');
      client.heartbeat();
    });
    expect(bodyOf(await answerOf(port))).toBe('{"ok":true}');
  });

  it('sends what was written before it breaks the connection', async () => {
    const port = await listen(client => {
      client.openStream();
      client.write('data: first\n\n');
      client.write('data: second\n\n');
      client.cut();
    });
    const text = await answerOf(port);
    expect(text).toContain('data: first\n\n');
    expect(text).toContain('data: second\n\n');
    expect(text.endsWith('0\r\n\r\n')).toBe(false);
  });

  it('writes a stream to its end within one turn and over several', async () => {
    const port = await listen(client => {
      client.openStream();
      client.write('data: first\n\n');
      setTimeout(() => {
        client.write('data: second\n\n');
        client.end('data: [DONE]\n\n');
      }, 5);
    });
    const text = await answerOf(port);
    const events = ['data: first\n\n', 'data: second\n\n', 'data: [DONE]\n\n'].map(event => text.indexOf(event));
    expect(events).not.toContain(-1);
    expect([...events].sort((left, right) => left - right)).toEqual(events);
    expect(text.endsWith('0\r\n\r\n')).toBe(true);
  });

  it('answers requests that came together one after the other', async () => {
    let served = 0;
    const port = await listen(client => client.send(200, 'text/plain', `answer ${++served}`));
    const text = await answerOf(port, 3);
    expect(text.match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('tells a stream when its slow reader has caught up', async () => {
    const piece = 'x'.repeat(1024 * 1024);
    let wrote = 0;
    const port = await listen(client => {
      client.openStream();
      const write = (): void => {
        while (wrote < 64) {
          wrote += 1;
          if (!client.write(piece)) return;
        }
        client.end();
      };
      client.onDrain(write);
      write();
    });
    const text = await answerOf(port);
    expect(wrote).toBe(64);
    expect(text.length).toBeGreaterThan(64 * piece.length);
  });
});
