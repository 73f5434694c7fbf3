import { estimateTokens, type WireFormat } from '@providers';

/** After so many bytes another chunk is looked into: what an answer is made of changes seldom. */
const SAMPLE_AFTER_BYTES = 16 * 1024;
/** No more of one chunk is looked at. */
const SAMPLE_LENGTH_MAX = 16 * 1024;
/** The estimate is within some 30 %; what is held must not fall behind. */
const MARGIN = 1.35;

/** What is generated, as the formats name it; of a longer text, what has come. */
const GENERATED =
  /"(?:content|text|reasoning_content|reasoning|refusal|thinking|partial_json|arguments|input|transcript)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)/g;
/** Every text comes twice here: in pieces, which count, and whole at its end. */
const GENERATED_IN_PIECES = /"delta"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)/g;
/** Gemini's calls are objects. */
const CALL_ARGUMENTS = '"args"';

/**
 * About how many tokens have passed to the caller, on the high side, at the cost of a comparison and a multiplication for
 * nearly every chunk: one in a while is looked into, and each that is longer than those, and the rest are taken to be
 * like them. Nothing is parsed.
 */
export class AnswerMeter {
  /** Tokens so far. */
  tokens = 0;
  private tokensPerByte = 0;
  private longestBytes = 0;
  private bytesUntilSample = 0;

  /**
   * @param format of the chunks
   * @param model whose vocabulary counts
   */
  constructor(
    private readonly format: WireFormat,
    private readonly model: string,
  ) {}

  /** @param chunk as it goes to the caller */
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
