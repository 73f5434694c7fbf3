/**
 * Repeats one piece of work so that every asker gets a run that began after the question: whoever asks while a run is
 * under way shares the next one with all others who asked meanwhile. For snapshots that are read anew after a write.
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
      .catch(() => undefined) // its own askers hear of that failure
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
