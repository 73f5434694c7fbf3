/** The bytes of one read of a socket, or of a part of it. */
export interface ReadBytes {
  readonly bytes: Buffer;
  /** Length of the longest chunk in them. */
  readonly longest: number;
}

interface Receiver {
  /** Whether so many bytes may pass at once; otherwise they are passed chunk by chunk. */
  fits(length: number, longest: number): boolean;
  receive(read: ReadBytes): void;
}

/**
 * Joins the chunks that one read of a socket brings, so that they are searched once and written once. What has been
 * joined is passed on before anything else is read, so that no event waits for a later one.
 */
export class ChunksOfRead {
  private chunks: Buffer[] = [];
  /** The number of these chunks that have passed. */
  private passed = 0;
  /** Length of the others, and of the longest chunk; bytes. */
  private length = 0;
  private longest = 0;
  private isHolding = false;
  private readonly passLater = () => this.pass();

  constructor(private readonly receiver: Receiver) {}

  get isEmpty(): boolean {
    return this.chunks.length === 0;
  }

  get isHeld(): boolean {
    return this.isHolding;
  }

  add(chunk: Buffer): void {
    if (this.isEmpty) process.nextTick(this.passLater);
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (chunk.length > this.longest) this.longest = chunk.length;
  }

  /** Lets nothing pass until {@link release}. */
  hold(): void {
    this.isHolding = true;
  }

  release(): void {
    this.isHolding = false;
    this.pass();
  }

  /** Passes on what has come, up to the moment when it is held. */
  pass(): void {
    while (!this.isEmpty && !this.isHolding) {
      const { length, longest } = this;
      if (this.receiver.fits(length, longest)) this.receiver.receive({ bytes: this.takeAll(), longest });
      else this.receiver.receive(this.takeOne());
    }
  }

  private takeAll(): Buffer {
    const { chunks, passed, length } = this;
    this.clear();
    if (chunks.length - passed === 1) return chunks[passed] as Buffer;
    return Buffer.concat(passed === 0 ? chunks : chunks.slice(passed), length);
  }

  private takeOne(): ReadBytes {
    const bytes = this.chunks[this.passed++] as Buffer;
    this.length -= bytes.length;
    if (this.passed === this.chunks.length) this.clear();
    return { bytes, longest: bytes.length };
  }

  private clear(): void {
    this.chunks = [];
    this.passed = 0;
    this.length = 0;
    this.longest = 0;
  }
}
