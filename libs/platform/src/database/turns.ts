import { AppError } from '@kernel';

/** More than this in line means the database has stopped; refusing at once keeps memory flat. */
const QUEUE_MAX = 20_000;

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
  readonly deadline: number;
}

/** Lets a bounded number of units run side by side; the others wait in the order of their arrival, and not for ever. */
export class Turns {
  private readonly waiting: Waiting[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | null = null;

  /**
   * @param lanes how many may run at once
   * @param timeoutMs who has not begun after this is told to come back instead of holding its socket
   */
  constructor(
    readonly lanes: number,
    private readonly timeoutMs: number,
  ) {}

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

  /** To be called once by whoever took a turn. */
  leave(): void {
    const next = this.waiting.shift();
    if (next) next.start();
    else this.running -= 1;
  }

  /** Fires while a unit still runs: a database that does not answer must not keep those in line. */
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
