import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { ClientConnection } from './client-connection';

type Answer = (client: ClientConnection) => void;

let server: Server;
let answer: Answer = () => undefined;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    answer(new ClientConnection(request, response, 'ID', 10_000));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

/** Everything that one connection gets for some requests, one after another, as it stands on the wire. */
async function wireOf(requests: readonly string[], does: Answer): Promise<Buffer> {
  answer = does;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('data', piece => pieces.push(piece));
  socket.write(requests.join(''));
  await once(socket, 'close');
  return Buffer.concat(pieces);
}

const KEPT = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
const OLD = 'GET / HTTP/1.0\r\nhost: x\r\n\r\n';

/** The body of a response whose body comes in chunks, and the sizes of these; what follows the last one. */
function bodyOf(wire: Buffer): { readonly body: Buffer; readonly sizes: readonly number[]; readonly rest: Buffer } {
  let at = wire.indexOf('\r\n\r\n') + 4;
  const chunks: Buffer[] = [];
  for (;;) {
    const end = wire.indexOf('\r\n', at);
    const size = Number.parseInt(wire.toString('latin1', at, end), 16);
    expect(wire.toString('latin1', end + 2 + size, end + 4 + size)).toBe('\r\n');
    at = end + 4 + size;
    if (size === 0) break;
    chunks.push(wire.subarray(end + 2, end + 2 + size));
  }
  return { body: Buffer.concat(chunks), sizes: chunks.map(({ length }) => length), rest: wire.subarray(at) };
}

const HALF = Buffer.from('Grüße 模型 🙂');
const LONG = Buffer.alloc(100_000, '🙂');

describe('a stream', () => {
  it.each([
    ['bytes', HALF],
    ['half a character', HALF.subarray(0, 3)],
    ['long bytes', LONG],
    ['a text', HALF.toString()],
    ['a long text', LONG.toString()],
  ])('carries %s as one chunk each, and ends with a text', async (_name, piece) => {
    const wire = await wireOf([LAST], client => {
      client.openStream();
      client.write(piece);
      client.write(piece);
      client.end('Ende: ä');
    });
    expect(wire.toString('latin1')).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*transfer-encoding: chunked\r\n/i);
    const { body, sizes, rest } = bodyOf(wire);
    const bytes = Buffer.from(piece as string);
    expect(body.equals(Buffer.concat([bytes, bytes, Buffer.from('Ende: ä')]))).toBe(true);
    expect(sizes).toEqual([bytes.length, bytes.length, 8]);
    expect(rest).toHaveLength(0);
  });

  it('does not end with a piece that is empty', async () => {
    const wire = await wireOf([LAST], client => {
      client.openStream();
      client.write('');
      client.write(Buffer.alloc(0));
      client.heartbeat();
      client.write('a');
      client.end();
    });
    expect(bodyOf(wire).body.toString()).toMatch(/^:.*\n\na$/);
  });

  it('leaves the connection for the next response', async () => {
    let count = 0;
    const wire = await wireOf([KEPT, LAST], client => {
      client.openStream();
      client.write(`stream ${++count}`);
      setTimeout(() => client.end(), 10);
    });
    const first = bodyOf(wire);
    expect(first.body.toString()).toBe('stream 1');
    expect(bodyOf(first.rest).body.toString()).toBe('stream 2');
  });

  it('has no chunks for a caller whose version of HTTP has none', async () => {
    const wire = await wireOf([OLD], client => {
      client.openStream();
      client.write(HALF);
      client.write(LONG);
      client.end('.');
    });
    expect(wire.toString('latin1')).not.toMatch(/transfer-encoding/i);
    const body = wire.subarray(wire.indexOf('\r\n\r\n') + 4);
    expect(body.equals(Buffer.concat([HALF, LONG, Buffer.from('.')]))).toBe(true);
  });
});

it.each([
  ['short', Buffer.from([0xff, 0x00, 0x80, 0x41])],
  ['long', LONG],
])('a whole answer of %s bytes arrives as it is', async (_name, bytes) => {
  const wire = await wireOf([LAST], client => client.send(200, 'application/json', bytes));
  expect(wire.toString('latin1')).toContain(`content-length: ${bytes.length}\r\n`);
  expect(wire.subarray(wire.indexOf('\r\n\r\n') + 4).equals(bytes)).toBe(true);
});
