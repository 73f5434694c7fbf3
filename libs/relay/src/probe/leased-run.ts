import { type Lease, type Leases, type Logger } from '@platform';

/**
 * The lease is long enough for one step, so that a run that goes on never loses it, and short enough that the lease of
 * a dead node soon ends.
 */
const LEASE_MS = 180_000;

/** A run calls this before each step to learn whether it may take it. */
export type MayGoOn = () => Promise<boolean>;

/** A long task of which at most one runs at a time among all nodes; its lease ends by itself when its node dies. */
export class LeasedRun {
  private readonly stopping = new AbortController();
  private current: Promise<void> | null = null;
  /** Set before the lease is requested, so that two callers on this node cannot both request it. */
  private isTaken = false;

  constructor(private readonly parts: { readonly name: string; readonly leases: Leases; readonly logger: Logger }) {}

  /** Aborted when this node shuts down; a running step should end then. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /**
   * Starts the work unless it is already running on this node or another one. A failure of the work is logged.
   *
   * @returns the end of the work, wrapped so that awaiting this call does not await it; null when it did not start
   */
  async start(work: (mayGoOn: MayGoOn) => Promise<void>): Promise<{ readonly done: Promise<void> } | null> {
    if (this.isTaken || this.signal.aborted) return null;
    this.isTaken = true;
    let lease: Lease | null = null;
    try {
      lease = await this.parts.leases.acquire(this.parts.name, LEASE_MS);
    } finally {
      if (!lease) this.isTaken = false;
    }
    if (!lease) return null;
    const done = this.perform(work, lease);
    this.current = done;
    return { done };
  }

  /** Lets the running step end, and starts no further one. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.current;
  }

  private async perform(work: (mayGoOn: MayGoOn) => Promise<void>, lease: Lease): Promise<void> {
    const { name, logger } = this.parts;
    try {
      await work(async () => !this.signal.aborted && (await this.renewed(lease)));
    } catch (error) {
      logger.error({ err: error, run: name }, 'a background run failed');
    } finally {
      await lease.release();
      this.isTaken = false;
    }
  }

  private async renewed(lease: Lease): Promise<boolean> {
    const { name, logger } = this.parts;
    try {
      if (await lease.renew(LEASE_MS)) return true;
      logger.warn({ run: name }, 'a background run ends early: another node has taken its lease');
      return false;
    } catch (error) {
      // The store of the leases cannot be reached, so no other node can take this lease there either.
      logger.warn({ err: error, run: name }, 'a lease could not be renewed');
      return true;
    }
  }
}
