/** Even numbers from 0 to 1 that look like chance and are the same in every run. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  next(): number {
    // The usual generator of mulberry32.
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** Times spread as those of real calls: most near the middle, some much longer. */
  around(middle: number): number {
    return middle * Math.exp((this.next() + this.next() + this.next() - 1.5) * 0.8);
  }

  /** One of several by their shares. */
  choose<Item extends { readonly share: number }>(items: readonly Item[]): Item {
    let left = this.next() * items.reduce((sum, { share }) => sum + share, 0);
    for (const item of items) {
      left -= item.share;
      if (left <= 0) return item;
    }
    return items.at(-1) as Item; // lists of the demo are not empty
  }
}
