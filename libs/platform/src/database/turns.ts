import { AppError } from '@kernel';

/** Most units in the queue; more than this means that the database has stopped, and refusing at once limits memory. */
const QUEUE_MAX = 20_000;

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
  readonly deadline: number;
}

/**
 * Lets a bounded number of units run in parallel; the others wait in the order of their arrival, for a limited time.
 */
export class Turns {
  private readonly waiting: Waiting[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | null = null;

  /**
   * @param lanes how many may run at once
   * @param timeoutMs a unit that has not started after this is refused instead of keeping its socket open
   */
  constructor(
    readonly lanes: number,
    private readonly timeoutMs: number,
  ) {}

  /** How many wait for a turn. */
  get waitingCount(): number {
    return this.waiting.length;
  }

  /** @throws AppError DATABASE_BUSY when the turn does not come in time */
  take(): Promise<void> {
    if (this.running < this.lanes) {
      this.running += 1;
      return Promise.resolve();
    }
    if (this.waiting.length >= QUEUE_MAX) return Promise.reject(new AppError('DATABASE_BUSY'));
    return new Promise((start, refuse) => {
      this.waiting.push({ start, refuse, deadline: performance.now() + this.timeoutMs });
      this.timer ??= setTimeout(() => this.refuseLate(), this.timeoutMs).unref();
    });
  }

  /** Ends a turn; call it once for each turn taken. */
  leave(): void {
    const next = this.waiting.shift();
    if (next) next.start();
    else this.running -= 1;
  }

  /** Fires while a unit still runs: a database that does not respond must not block the queue. */
  private refuseLate(): void {
    this.timer = null;
    const now = performance.now();
    for (let first = this.waiting[0]; first; first = this.waiting[0]) {
      if (first.deadline > now) {
        this.timer = setTimeout(() => this.refuseLate(), Math.ceil(first.deadline - now)).unref();
        return;
      }
      this.waiting.shift();
      first.refuse(new AppError('DATABASE_BUSY'));
    }
  }
}
