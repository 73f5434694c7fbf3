const EMPTY = Buffer.alloc(0);
const FIRST_BYTES = 1024;

/**
 * Keeps copies of bytes in one piece of memory. The chunks of a stream themselves are each an object with memory of its
 * own: many that live long cost more in collections than everything else that is done with them.
 */
export class KeptBytes {
  private memory: Buffer = EMPTY;
  length = 0;

  add(bytes: Buffer): void {
    const length = this.length + bytes.length;
    if (length > this.memory.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, 2 * length));
      this.memory.copy(larger, 0, 0, this.length);
      this.memory = larger;
    }
    bytes.copy(this.memory, this.length);
    this.length = length;
  }

  /** @returns everything that was kept, which is kept no longer */
  takeAll(): Buffer {
    const all = this.memory.subarray(0, this.length);
    this.memory = EMPTY;
    this.length = 0;
    return all;
  }
}
