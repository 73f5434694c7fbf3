import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A network in front of a database that can stop carrying data, or break. */
export class FreezingProxy {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private isFrozen = false;
  private isCut = false;

  private constructor(
    private readonly server: Server,
    /** The database's URL through the proxy. */
    readonly url: string,
  ) {}

  static async start(databaseUrl: string): Promise<FreezingProxy> {
    const target = new URL(databaseUrl);
    const port = Number(target.port || (target.protocol.startsWith('postgres') ? 5432 : 3306));
    const server = createServer(client => proxy.join(client, connect(port, target.hostname)));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const shown = new URL(databaseUrl);
    shown.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new FreezingProxy(server, shown.toString());
    return proxy;
  }

  /** Stops all data on both sides from now on, while connections stay open. */
  freeze(): void {
    this.isFrozen = true;
    for (const sockets of this.pairs) for (const socket of sockets) socket.pause();
  }

  thaw(): void {
    this.isFrozen = false;
    for (const sockets of this.pairs) for (const socket of sockets) socket.resume();
  }

  /** Breaks every connection and refuses new ones. */
  cut(): void {
    this.isCut = true;
    for (const sockets of this.pairs) for (const socket of sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise(resolve => this.server.close(resolve));
  }

  private join(client: Socket, upstream: Socket): void {
    const pair = [client, upstream] as const;
    this.pairs.add(pair);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', data => to.write(data));
      from.on('error', () => undefined); // the close of this side ends the other one
      from.on('close', () => {
        to.destroy();
        this.pairs.delete(pair);
      });
      if (this.isFrozen) from.pause();
    }
    if (this.isCut) client.resetAndDestroy();
  }
}
