/**
 * Gives ids that are not empty and occur once each. Some providers give the same id to calls side by side, or in every turn;
 * a conversation may repeat one a hundred thousand times.
 */
export class DistinctIds {
  private readonly taken = new Set<string>();
  /** How often an id was given already. */
  private readonly counts = new Map<string, number>();

  /** @param id kept as it is where it is free */
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
