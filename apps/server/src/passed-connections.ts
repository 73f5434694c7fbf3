import { type Worker } from 'node:cluster';

/** A connection as the supervisor has it until a worker confirms that it took it. */
interface Handle {
  close(...rest: readonly unknown[]): unknown;
}

type Send = (message: { readonly act?: string }, handle?: Handle, ...rest: readonly unknown[]) => boolean;

/**
 * The connections that were passed to one worker and that it has not confirmed. Node forgets those of a worker that dies,
 * and their callers would wait forever: they come at once after a worker has died, before its supervisor knows of it.
 */
export class PassedConnections {
  private readonly open = new Set<Handle>();

  constructor(worker: Worker) {
    // Node's own messages to a worker go through this method of the process.
    const target = worker.process as unknown as { send: Send };
    const send = target.send.bind(target);
    target.send = (message, handle, ...rest) => {
      if (message.act === 'newconn' && handle) this.watch(handle);
      return send(message, handle, ...rest);
    };
  }

  /** The worker has ended: whoever waits for it hears that the connection is closed. */
  close(): void {
    for (const handle of [...this.open]) handle.close();
  }

  private watch(handle: Handle): void {
    this.open.add(handle);
    const close = handle.close.bind(handle);
    handle.close = (...rest) => {
      this.open.delete(handle);
      return close(...rest);
    };
  }
}
