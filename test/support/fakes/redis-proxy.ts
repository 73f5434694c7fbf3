import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** How the proxy treats data: it forwards them, refuses connections, stays silent, or forwards late. */
type Mode = 'pass' | 'refuse' | 'freeze' | 'delay';

/** A path to the real Redis that can be cut, frozen and slowed, without touching the Redis that others use. */
export class RedisProxy {
  /** The number of pieces that clients sent; they are commands, as far as a test needs to count them. */
  received = 0;
  private mode: Mode = 'pass';
  private delayMs = 0;
  private readonly sockets = new Set<Socket>();
  /** Connections that stay silent to their end, as behind a gateway that forgot them. */
  private readonly lost = new WeakSet<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', client => this.join(client));
  }

  static async start(): Promise<RedisProxy> {
    const server = createServer({ allowHalfOpen: false });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return new RedisProxy(server, new URL(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'));
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo; // it listens on a port
    return `redis://127.0.0.1:${port}${this.target.pathname}`;
  }

  pass(): void {
    this.mode = 'pass';
  }

  /** Closes every connection, and each new one at once. */
  refuse(): void {
    this.mode = 'refuse';
    for (const socket of this.sockets) socket.destroy();
  }

  /**
   * Keeps connections open and accepts new ones, but nothing passes in either direction, now or later on these
   * connections.
   */
  freeze(): void {
    this.mode = 'freeze';
    for (const socket of this.sockets) this.lost.add(socket);
  }

  /** Delays all replies of Redis. */
  delay(milliseconds: number): void {
    this.mode = 'delay';
    this.delayMs = milliseconds;
  }

  close(): Promise<void> {
    this.refuse();
    return new Promise(resolve => this.server.close(() => resolve()));
  }

  private join(client: Socket): void {
    if (this.mode === 'refuse') {
      client.destroy();
      return;
    }
    const redis = connect({ host: this.target.hostname, port: Number(this.target.port || 6379) });
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      this.sockets.add(socket);
      if (this.mode === 'freeze') this.lost.add(socket);
      socket.on('error', () => undefined); // cutting connections is what this is for
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.on('data', bytes => {
        if (socket === client) this.received += 1;
        if (this.lost.has(socket)) return;
        if (this.mode === 'delay' && socket === redis) setTimeout(() => other.write(bytes), this.delayMs);
        else other.write(bytes);
      });
    }
  }
}
