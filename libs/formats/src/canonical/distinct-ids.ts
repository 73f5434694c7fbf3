/**
 * Gives ids that are not empty and occur once each. Some providers give one id to several calls of a turn, or to a call
 * in every turn; a conversation may repeat one a hundred thousand times.
 */
export class DistinctIds {
  private readonly taken = new Set<string>();
  /** The number that was last appended to each id, 1 for an id without a number; it keeps the search short. */
  private readonly counts = new Map<string, number>();

  /** @param id returned unchanged when it is not taken yet */
  next(id: string): string {
    const base = id || 'call';
    let count = this.counts.get(base) ?? 1;
    let given = count === 1 ? base : `${base}_${count}`;
    while (this.taken.has(given)) {
      count += 1;
      given = `${base}_${count}`;
    }
    this.counts.set(base, count);
    this.taken.add(given);
    return given;
  }
}
