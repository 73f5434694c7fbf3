import { AppError } from '../errors/app-error';

/** A running limit: restarted at each sign of life, stopped when its phase is over. */
interface Limit {
  restart(): void;
  stop(): void;
}

/**
 * One AbortSignal from several limits and from other signals: whichever comes first aborts it, and its reason says which.
 * A limit aborts with DEADLINE_EXCEEDED, naming itself. Dispose it when the work has ended, or its timers and listeners stay.
 */
export class Deadline implements Disposable {
  private readonly controller = new AbortController();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly detachers: (() => void)[] = [];

  constructor(parents: readonly AbortSignal[] = []) {
    for (const parent of parents) this.follow(parent);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Starts a limit; 0 milliseconds means no limit. */
  limit(name: string, milliseconds: number): Limit {
    if (milliseconds === 0 || this.signal.aborted) return { restart: () => undefined, stop: () => undefined };
    const timer = setTimeout(() => {
      this.abort(
        new AppError('DEADLINE_EXCEEDED', { params: { limit: name, milliseconds }, details: { limit: name } }),
      );
    }, milliseconds);
    this.timers.add(timer);
    return {
      restart: () => {
        if (this.timers.has(timer)) timer.refresh();
      },
      stop: () => {
        this.timers.delete(timer);
        clearTimeout(timer);
      },
    };
  }

  /** Ends the work for a reason of the caller's. The first reason stays. */
  abort(reason: unknown): void {
    this.release();
    this.controller.abort(reason);
  }

  [Symbol.dispose](): void {
    this.release();
  }

  private follow(parent: AbortSignal): void {
    if (parent.aborted) {
      this.abort(parent.reason);
      return;
    }
    const listener = (): void => this.abort(parent.reason);
    parent.addEventListener('abort', listener, { once: true });
    this.detachers.push(() => parent.removeEventListener('abort', listener));
  }

  private release(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    for (const detach of this.detachers.splice(0)) detach();
  }
}
