import { type Clock } from '../clock';

interface TtlCacheOptions {
  /** Entries kept at most; the one not read or written for longest since the cache was half full makes room. */
  readonly sizeMax: number;
  /** Life of an entry from its last write. */
  readonly lifetimeMs: number;
  readonly clock: Clock;
}

interface Entry<Value> {
  readonly value: Value;
  readonly expiresAtMs: number;
}

/** A bounded cache whose entries expire; measured on the monotonic clock, so setting the machine's time does no harm. */
export class TtlCache<Key, Value> {
  private readonly entries = new Map<Key, Entry<Value>>(); // in order of use, oldest first

  constructor(private readonly options: TtlCacheOptions) {}

  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAtMs <= this.options.clock.monotonic()) {
      this.entries.delete(key);
      return undefined;
    }
    // The order decides what makes room, so it is not worth keeping while there is plenty.
    if (this.entries.size > this.options.sizeMax / 2) {
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
    return entry.value;
  }

  /** Stores a value; a lifetime may be given for entries that must expire earlier. */
  set(key: Key, value: Value, lifetimeMs = this.options.lifetimeMs): void {
    this.entries.delete(key);
    this.entries.set(key, { value, expiresAtMs: this.options.clock.monotonic() + lifetimeMs });
    if (this.entries.size > this.options.sizeMax) this.entries.delete(this.entries.keys().next().value as Key);
  }

  delete(key: Key): boolean {
    return this.entries.delete(key);
  }

  /** Removes every entry whose value meets the condition; looks at all of them. */
  deleteWhere(isMeant: (value: Value) => boolean): void {
    for (const [key, { value }] of this.entries) if (isMeant(value)) this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  /** Number of entries, including expired ones that were not read since. */
  get size(): number {
    return this.entries.size;
  }
}
