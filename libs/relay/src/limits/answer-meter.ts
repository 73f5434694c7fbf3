import { estimateTokens, type WireFormat } from '@formats';

/** After so many bytes another chunk is sampled: the kind of content in an answer seldom changes. */
const SAMPLE_AFTER_BYTES = 16 * 1024;
/** At most so many characters of one chunk are sampled. */
const SAMPLE_LENGTH_MAX = 16 * 1024;
/** The estimate is accurate to some 30 %, and the reserved amount must not fall behind the real one. */
const MARGIN = 1.35;

/**
 * Matches the generated texts in the fields of all formats; of a text that is not complete yet, the part that has
 * arrived.
 */
const GENERATED =
  /"(?:content|text|reasoning_content|reasoning|refusal|thinking|partial_json|arguments|input|transcript)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)/g;
/** In the Responses format every text comes twice: in pieces, which are counted, and whole at its end. */
const GENERATED_IN_PIECES = /"delta"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)/g;
/** Gemini writes the arguments of a tool call as an object instead of a text. */
const CALL_ARGUMENTS = '"args"';

/** The size of one read of the upstream, and of the longest chunk in it; bytes. */
export interface ReadSize {
  readonly length: number;
  readonly longest: number;
}

/** Between two events. */
const BORDER = /\r?\n\r?\n/;

/**
 * Estimates, on the high side, how many tokens have passed to the caller. For nearly every chunk this costs one
 * comparison and one multiplication: only one event in a while is sampled, and each that is longer than the sampled
 * ones; all others are taken to be like the sample. Nothing is parsed.
 */
export class AnswerMeter {
  /** The estimated tokens so far. */
  tokens = 0;
  private tokensPerByte = 0;
  private longestBytes = 0;
  private longestRead = 0;
  /** Bytes that went to the caller for each byte of the upstream. */
  private growth = 1;
  private bytesUntilSample = 0;

  /**
   * @param format the wire format of the chunks
   * @param model the model whose vocabulary is used for counting
   */
  constructor(
    private readonly format: WireFormat,
    private readonly model: string,
  ) {}

  /** The estimate after further bytes of the upstream; infinite while they cannot be compared to any sample. */
  tokensAfter({ length, longest }: ReadSize): number {
    const isKnown = longest <= this.longestRead && this.tokensPerByte > 0;
    return isKnown ? this.tokens + length * this.growth * this.tokensPerByte : Infinity;
  }

  /**
   * @param bytes the bytes or the text as they go to the caller
   * @param read the bytes of the upstream that they were made of
   */
  take(bytes: Buffer | string, read: ReadSize): void {
    const { length } = bytes;
    this.bytesUntilSample -= length;
    this.growth = length / read.length;
    // Bytes that had to wait for the end of their event belong to it, too.
    const longest = read.longest + Math.max(0, length - read.length);
    const isKnown = longest <= this.longestBytes && this.bytesUntilSample > 0;
    this.tokens += isKnown ? length * this.tokensPerByte : this.sample(bytes, longest);
    this.longestRead = Math.max(this.longestRead, read.longest);
  }

  /** Samples the longest event, because it has the most text beside its frame. */
  private sample(bytes: Buffer | string, longest: number): number {
    const { length } = bytes;
    const isText = typeof bytes === 'string';
    const text = isText ? bytes.slice(0, SAMPLE_LENGTH_MAX) : bytes.toString('utf8', 0, SAMPLE_LENGTH_MAX);
    const event = text.split(BORDER).reduce((most, next) => (next.length > most.length ? next : most), '');
    const generated = this.generatedIn(event);
    if (generated === '') return this.tokensOf(this.generatedIn(text)) * Math.max(1, length / SAMPLE_LENGTH_MAX);
    this.tokensPerByte = this.tokensOf(generated) / (isText ? event.length : Buffer.byteLength(event));
    this.longestBytes = longest;
    this.bytesUntilSample = SAMPLE_AFTER_BYTES;
    return length * this.tokensPerByte;
  }

  private tokensOf(generated: string): number {
    return generated === '' ? 1 : Math.max(1, estimateTokens(generated, this.model)) * MARGIN;
  }

  private generatedIn(text: string): string {
    let generated = '';
    for (const [, piece] of text.matchAll(this.format === 'responses' ? GENERATED_IN_PIECES : GENERATED)) {
      generated += piece;
    }
    const at = this.format === 'gemini' ? text.indexOf(CALL_ARGUMENTS) : -1;
    return at === -1 ? generated : generated + text.slice(at);
  }
}
