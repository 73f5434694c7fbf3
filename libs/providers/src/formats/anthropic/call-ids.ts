const UNSAFE = /[^a-zA-Z0-9_-]/g;

/**
 * Ids of tool calls as the vendor takes them: letters, digits, `_` and `-`, each once per conversation. Other vendors use
 * more characters, or the same id in every turn; call and result are changed alike.
 */
export class CallIds {
  private readonly current = new Map<string, string>();
  private readonly taken = new Set<string>();
  /** How often an id was given already: a conversation may repeat one a hundred thousand times. */
  private readonly counts = new Map<string, number>();

  /** The id for a call that begins here. */
  begin(id: string): string {
    const base = id.replace(UNSAFE, '_') || 'call';
    let count = this.counts.get(base) ?? 1;
    let safe = count === 1 ? base : `${base}_${count}`;
    while (this.taken.has(safe)) {
      count += 1;
      safe = `${base}_${count}`;
    }
    this.counts.set(base, count);
    this.taken.add(safe);
    this.current.set(id, safe);
    return safe;
  }

  /** The id of the latest call that had this one; undefined when no call did. */
  find(id: string): string | undefined {
    return this.current.get(id);
  }
}
