import { type MemoryBudget } from './memory-budget';

/** The beginning of a body, as references to the pieces in which it passed; they are read after the call only. */
export class CapturedBytes {
  private pieces: (Buffer | string)[] = [];
  private held = 0;
  private total = 0;
  private isFull = false;
  private lacksMemory = false;

  /** @param bytesMax pieces beyond it are counted, and not kept */
  constructor(
    private readonly budget: MemoryBudget,
    private readonly bytesMax: number,
  ) {}

  add(piece: Buffer | string): void {
    const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    this.total += length;
    if (this.isFull || length === 0) return;
    const fits = this.held + length <= this.bytesMax;
    const kept = fits ? piece : Buffer.from(Buffer.from(piece as string).subarray(0, this.bytesMax - this.held));
    this.isFull = !fits;
    const keptLength = fits ? length : kept.length;
    if (!this.budget.take(keptLength)) {
      this.isFull = true;
      this.lacksMemory = true;
      return;
    }
    this.held += keptLength;
    this.pieces.push(kept);
  }

  /** Length of the whole body. */
  get bytes(): number {
    return this.total;
  }

  get isCut(): boolean {
    return this.held < this.total;
  }

  /** Whether it is cut because too much was recorded at the same time. */
  get isShortOfMemory(): boolean {
    return this.lacksMemory;
  }

  text(): string {
    const bytes = this.pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece));
    return Buffer.concat(bytes).toString('utf8');
  }

  /** Lets go of the pieces. What still comes, from an upstream that was aborted, is not kept. */
  release(): void {
    this.budget.give(this.held);
    this.held = 0;
    this.isFull = true;
    this.pieces = [];
  }
}
