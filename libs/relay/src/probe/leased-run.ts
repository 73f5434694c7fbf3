import { type Lease, type Leases, type Logger } from '@platform';

/** Long enough for one step of a run, so that a run that goes on never loses its lease, and a dead node's soon ends. */
const LEASE_MS = 180_000;

/** What a run asks before each step: whether it may take it. */
export type MayGoOn = () => Promise<boolean>;

/** A long piece of work of which at most one runs at a time, on whichever node; the lease ends by itself with its node. */
export class LeasedRun {
  private readonly stopping = new AbortController();
  private current: Promise<void> | null = null;
  /** Set at once, so that two askers of this node cannot both get as far as the lease. */
  private isTaken = false;

  constructor(private readonly parts: { readonly name: string; readonly leases: Leases; readonly logger: Logger }) {}

  /** Aborted when this node shuts down; a step under way should end then. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /**
   * Begins the work unless it is running already here or elsewhere. A failure of the work is logged.
   *
   * @returns the end of the work, wrapped so that awaiting this call does not await it; null when it did not begin
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

  /** Lets a running step end, and no further one begin. */
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
      // Where leases are kept cannot be reached: nobody else can take this one there either.
      logger.warn({ err: error, run: name }, 'a lease could not be renewed');
      return true;
    }
  }
}
