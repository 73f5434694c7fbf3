import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A real proxy on a port of its own, which leads every connection to one server, whatever name was asked for. */
export interface TestProxy {
  /** Without user and password. */
  readonly host: string;
  /** What was asked for, as `host:port`, in the order of the connections that were opened. */
  readonly opened: readonly string[];
  /** How often a connection was refused for its user or password. */
  readonly refused: number;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** The port on this machine that all connections lead to. */
  readonly port: number;
  /** `user:password` that is asked for; absent where nobody is asked. */
  readonly credentials?: string;
}

/** Starts a proxy that understands CONNECT and nothing else. */
export async function startHttpProxy({ port, credentials }: ProxyOptions): Promise<TestProxy> {
  const seen = { opened: [] as string[], refused: 0 };
  const sockets = new Set<Socket>();
  const server = createHttpServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, client: Socket) => {
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (expected && request.headers['proxy-authorization'] !== expected) {
      seen.refused += 1;
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    seen.opened.push(request.url ?? '');
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      join(client, upstream, sockets);
    });
  });
  return started(server, seen, sockets);
}

/** Starts a SOCKS5 server for connections by name or address; sources: RFC 1928 and RFC 1929. */
export async function startSocksProxy({ port, credentials }: ProxyOptions): Promise<TestProxy> {
  const seen = { opened: [] as string[], refused: 0 };
  const sockets = new Set<Socket>();
  const server = createServer(client => {
    client.on('error', () => client.destroy());
    client.once('data', () => {
      client.write(Buffer.from([5, credentials ? 2 : 0]));
      if (!credentials) return awaitRequest();
      client.once('data', (sent: Buffer) => {
        const name = sent.subarray(2, 2 + (sent[1] ?? 0)).toString();
        const password = sent.subarray(3 + (sent[1] ?? 0)).toString();
        const isKnown = `${name}:${password}` === credentials;
        client.write(Buffer.from([1, isKnown ? 0 : 1]));
        if (isKnown) return awaitRequest();
        seen.refused += 1;
        client.end();
      });
    });
    const awaitRequest = () =>
      client.once('data', (request: Buffer) => {
        seen.opened.push(placeIn(request));
        const upstream = connect(port, '127.0.0.1', () => {
          client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
          join(client, upstream, sockets);
        });
      });
  });
  return started(server, seen, sockets);
}

function placeIn(request: Buffer): string {
  const isName = request[3] === 3;
  const end = isName ? 5 + (request[4] ?? 0) : 8;
  const host = isName ? request.subarray(5, end).toString() : [...request.subarray(4, 8)].join('.');
  return `${host}:${request.readUInt16BE(end)}`;
}

function join(client: Socket, upstream: Socket, sockets: Set<Socket>): void {
  for (const socket of [client, upstream]) {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }
  client.pipe(upstream).pipe(client);
}

async function started(
  server: Server,
  seen: { readonly opened: readonly string[]; readonly refused: number },
  sockets: ReadonlySet<Socket>,
): Promise<TestProxy> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port and not on a pipe
  return {
    host: `127.0.0.1:${port}`,
    opened: seen.opened,
    get refused() {
      return seen.refused;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
