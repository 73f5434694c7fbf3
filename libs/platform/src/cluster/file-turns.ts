/** A worker that keeps its turn for longer than this delays the others no more; the file's own lock still does. */
const KEPT_MAX_MS = 2000;

/** A worker's request to write. */
interface Turn {
  readonly worker: number;
  readonly number: number;
  readonly grant: () => void;
}

/**
 * Lets one worker at a time write to a SQLite file, in the order of asking. The lock of the file alone would be right
 * but unfair: SQLite makes whoever waits for it sleep and look again, so that a busy worker could keep another one out.
 */
export class FileTurns {
  private waiting: Turn[] = [];
  private current: Turn | null = null;
  private limit: NodeJS.Timeout | null = null;

  constructor(private readonly keptMaxMs = KEPT_MAX_MS) {}

  take(turn: Turn): void {
    this.waiting.push(turn);
    if (!this.current) this.grantNext();
  }

  /** Ends a turn, or a request for one. A turn that was passed on already has ended. */
  leave(worker: number, number: number): void {
    if (this.current?.worker === worker && this.current.number === number) return this.grantNext();
    this.waiting = this.waiting.filter(turn => turn.worker !== worker || turn.number !== number);
  }

  /** The worker has ended. */
  leaveAll(worker: number): void {
    this.waiting = this.waiting.filter(turn => turn.worker !== worker);
    if (this.current?.worker === worker) this.grantNext();
  }

  private grantNext(): void {
    if (this.limit) clearTimeout(this.limit);
    this.limit = null;
    this.current = this.waiting.shift() ?? null;
    if (!this.current) return;
    this.limit = setTimeout(() => this.grantNext(), this.keptMaxMs).unref();
    this.current.grant();
  }
}
