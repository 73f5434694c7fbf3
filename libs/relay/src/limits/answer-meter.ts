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

/**
 * Estimates, on the high side, how many tokens have passed to the caller. For nearly every chunk this costs one
 * comparison and one multiplication: only one chunk in a while is sampled, and each chunk longer than the sampled ones;
 * all others are taken to be like the sample. Nothing is parsed.
 */
export class AnswerMeter {
  /** The estimated tokens so far. */
  tokens = 0;
  private tokensPerByte = 0;
  private longestBytes = 0;
  private bytesUntilSample = 0;

  /**
   * @param format the wire format of the chunks
   * @param model the model whose vocabulary is used for counting
   */
  constructor(
    private readonly format: WireFormat,
    private readonly model: string,
  ) {}

  /** @param chunk the bytes or the text as they go to the caller */
  take(chunk: Buffer | string): void {
    const { length } = chunk;
    this.bytesUntilSample -= length;
    if (length <= this.longestBytes && this.bytesUntilSample > 0) this.tokens += length * this.tokensPerByte;
    else if (length > 0) this.tokens += this.sample(chunk);
  }

  private sample(chunk: Buffer | string): number {
    const { length } = chunk;
    const text =
      typeof chunk === 'string' ? chunk.slice(0, SAMPLE_LENGTH_MAX) : chunk.toString('utf8', 0, SAMPLE_LENGTH_MAX);
    const generated = this.generatedIn(text);
    if (generated === '') return 1;
    const share = Math.max(1, length / SAMPLE_LENGTH_MAX);
    const tokens = Math.max(1, estimateTokens(generated, this.model) * share) * MARGIN;
    this.tokensPerByte = tokens / length;
    this.longestBytes = length;
    this.bytesUntilSample = SAMPLE_AFTER_BYTES;
    return tokens;
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
