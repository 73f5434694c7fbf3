/** Bytes that recordings of this process may hold on to, those that wait to be written included. */
const BYTES_MAX = 64 * 1024 * 1024;

/** Bounds what recordings keep from being freed: content beyond it is not recorded, and no call is ever delayed. */
export class MemoryBudget {
  private used = 0;

  constructor(private readonly bytesMax = BYTES_MAX) {}

  /** @returns false when there is no room; nothing is taken then */
  take(bytes: number): boolean {
    if (this.used + bytes > this.bytesMax) return false;
    this.used += bytes;
    return true;
  }

  give(bytes: number): void {
    this.used -= bytes;
  }
}
