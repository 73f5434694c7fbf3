import { type ClientConnection } from './client-connection';

/** Sends heartbeats while a stream waits for its first byte; they never count as an answer. */
export class Heartbeat implements Disposable {
  private timer: NodeJS.Timeout | null = null;

  /** @param everyMs 0 switches it off */
  constructor(client: ClientConnection, everyMs: number) {
    if (everyMs > 0) this.timer = setInterval(() => client.heartbeat(), everyMs);
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}
