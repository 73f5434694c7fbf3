import { createServer, type AddressInfo, type Socket } from 'node:net';

/** An upstream below HTTP, which sends the same bytes for every request, however wrong they are. */
export interface RawUpstream {
  /** The address, without a trailing slash. */
  readonly url: string;
  /** The number of connections so far. */
  readonly connections: number;
  close(): Promise<void>;
}

/** @param answer sends the bytes for each request of a connection */
export async function createRawUpstream(answer: (socket: Socket) => void): Promise<RawUpstream> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer(socket => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined); // a peer that breaks off is expected here
    socket.on('data', () => answer(socket)); // requests are small: each comes in one piece
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A whole HTTP response as bytes. */
export function httpAnswer(headers: Readonly<Record<string, string | number>>, body: Buffer | string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`), Buffer.from(body)]);
}
