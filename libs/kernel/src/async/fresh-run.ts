/**
 * Repeats one piece of work so that every caller gets a run that began after its call: calls made while a run is under
 * way share the next run. For snapshots that are read again after a write.
 */
export class FreshRun {
  private running: Promise<void> | null = null;
  private next: Promise<void> | null = null;

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves, or fails, with a run that started at or after this call. */
  run(): Promise<void> {
    if (this.next !== null) return this.next;
    if (this.running === null) return this.start();
    this.next = this.running
      .catch(() => undefined) // the callers of that run get its failure
      .then(() => {
        this.next = null;
        return this.start();
      });
    return this.next;
  }

  private start(): Promise<void> {
    const run = this.work().finally(() => {
      if (this.running === run) this.running = null;
    });
    this.running = run;
    return run;
  }
}
