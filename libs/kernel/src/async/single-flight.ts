/** Runs one call for many callers: calls with the same key while its work runs share one outcome, failure included. */
export class SingleFlight<Key, Value> {
  private readonly running = new Map<Key, Promise<Value>>();

  /** Joins the running work of this key, or starts it. Nothing is kept once the work has ended. */
  run(key: Key, work: () => Promise<Value>): Promise<Value> {
    const existing = this.running.get(key);
    if (existing !== undefined) return existing;
    const started = (async () => work())().finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }

  isRunning(key: Key): boolean {
    return this.running.has(key);
  }
}
