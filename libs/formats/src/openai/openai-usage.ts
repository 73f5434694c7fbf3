import { type UsageBuckets } from '@contracts';
import { type UsageReading } from '../canonical/usage-reading';
import { type JsonObject, asList, at, isJsonObject } from '../json/read-value';

/** A count above this is a mistake: no context window and no batch comes near it. */
const TOKENS_MAX = 1_000_000_000;

/**
 * Finds the usage object inside a chat answer, stream chunk, completion or embeddings answer; undefined when there is
 * none. Besides the usual place: Moonshot's finish chunk has it in the choice, older Groq models under `x_groq`.
 */
export function findUsage(answer: unknown): JsonObject | undefined {
  if (!isJsonObject(answer)) return undefined;
  if (isJsonObject(answer.usage)) return answer.usage;
  const inChoice = asList(answer.choices)
    .map(choice => at(choice, 'usage'))
    .findLast(isJsonObject);
  if (inChoice) return inChoice;
  const grouped = at(answer, 'x_groq', 'usage');
  return isJsonObject(grouped) ? grouped : undefined;
}

/**
 * Sorts an OpenAI-style usage object into the buckets that are billed. The provider's prompt count contains cached,
 * cache-written, audio and image tokens; its completion count contains reasoning, except at xAI, where the total shows
 * it.
 *
 * @param value the usage object as parsed; anything else counts as missing
 */
export function readOpenAiUsage(value: unknown): UsageReading {
  if (!isJsonObject(value)) return { kind: 'missing' };
  const counts = new Counts(value);
  const prompt = counts.of('prompt_tokens') ?? counts.of('input_tokens');
  const completion = counts.of('completion_tokens') ?? counts.of('output_tokens');
  const total = counts.of('total_tokens');
  const prompts = readPromptDetails(counts);
  const completions = readCompletionDetails(counts);
  if (counts.nonsense) return { kind: 'nonsense', reason: counts.nonsense };
  if (prompt === null && completion === null && total === null) return { kind: 'missing' };

  const promptTotal = prompt ?? Math.max(0, (total ?? 0) - (completion ?? 0));
  const completionTotal = completionOf({ promptTotal, completion, total, reasoning: completions.reasoning });
  const usage = bucketsOf({ prompt: promptTotal, completion: completionTotal }, prompts, completions);
  return { kind: 'reported', usage, isZero: promptTotal + completionTotal === 0 };
}

interface PromptDetails {
  readonly cachedRead: number;
  readonly cacheWrite: number;
  readonly audio: number;
  readonly image: number;
}

interface CompletionDetails {
  readonly reasoning: number;
  readonly audio: number;
  readonly image: number;
}

function readPromptDetails(counts: Counts): PromptDetails {
  const cachedRead =
    counts.in('prompt_tokens_details', 'cached_tokens') ??
    counts.in('input_tokens_details', 'cached_tokens') ??
    counts.of('prompt_cache_hit_tokens') ??
    counts.of('cached_tokens');
  // Qwen uses Anthropic's name for the tokens that an explicit cache mark wrote.
  const cacheWrite =
    counts.in('prompt_tokens_details', 'cache_write_tokens') ??
    counts.in('prompt_tokens_details', 'cache_creation_input_tokens');
  const audio = counts.in('prompt_tokens_details', 'audio_tokens') ?? counts.in('input_tokens_details', 'audio_tokens');
  const image = counts.in('prompt_tokens_details', 'image_tokens') ?? counts.in('input_tokens_details', 'image_tokens');
  return { cachedRead: cachedRead ?? 0, cacheWrite: cacheWrite ?? 0, audio: audio ?? 0, image: image ?? 0 };
}

function readCompletionDetails(counts: Counts): CompletionDetails {
  const reasoning =
    counts.in('completion_tokens_details', 'reasoning_tokens') ??
    counts.in('output_tokens_details', 'reasoning_tokens') ??
    counts.of('reasoning_tokens');
  return {
    reasoning: reasoning ?? 0,
    audio: counts.in('completion_tokens_details', 'audio_tokens') ?? 0,
    image: counts.in('completion_tokens_details', 'image_tokens') ?? 0,
  };
}

function completionOf(counts: {
  readonly promptTotal: number;
  readonly completion: number | null;
  readonly total: number | null;
  readonly reasoning: number;
}): number {
  const { promptTotal, completion, total, reasoning } = counts;
  if (completion === null) return Math.max(0, (total ?? 0) - promptTotal);
  // Reasoning was counted outside the completion exactly when the total exceeds the sum by the number of reasoning
  // tokens.
  const isReasoningOutside = reasoning > 0 && total === promptTotal + completion + reasoning;
  return isReasoningOutside ? completion + reasoning : completion;
}

/**
 * Details may overlap (cached audio) or exceed the whole; each takes at most what is left, the most expensive first.
 */
function bucketsOf(
  totals: { readonly prompt: number; readonly completion: number },
  prompts: PromptDetails,
  completions: CompletionDetails,
): UsageBuckets {
  const audioInputTokens = Math.min(prompts.audio, totals.prompt);
  const imageInputTokens = Math.min(prompts.image, totals.prompt - audioInputTokens);
  const text = totals.prompt - audioInputTokens - imageInputTokens;
  const cacheWrite5mTokens = Math.min(prompts.cacheWrite, text);
  const cachedReadTokens = Math.min(prompts.cachedRead, text - cacheWrite5mTokens);
  const audioOutputTokens = Math.min(completions.audio, totals.completion);
  const imageOutputTokens = Math.min(completions.image, totals.completion - audioOutputTokens);
  const completionTokens = totals.completion - audioOutputTokens - imageOutputTokens;
  return {
    promptTokens: text - cacheWrite5mTokens - cachedReadTokens,
    cachedReadTokens,
    cacheWrite5mTokens,
    cacheWrite1hTokens: 0,
    audioInputTokens,
    imageInputTokens,
    completionTokens,
    reasoningTokens: Math.min(completions.reasoning, completionTokens),
    audioOutputTokens,
    imageOutputTokens,
    calls: 1,
    webSearches: 0,
  };
}

/**
 * Reads counts and remembers the first value that cannot be a count. Every answer is read by it, so it builds nothing on
 * the way.
 */
class Counts {
  nonsense: string | null = null;

  constructor(private readonly usage: JsonObject) {}

  /** The count in a field; null when it is absent or no count. */
  of(name: string): number | null {
    return this.read(this.usage, name, '');
  }

  /** The count in a field of an object inside; null when either is absent. */
  in(holder: string, name: string): number | null {
    if (!Object.hasOwn(this.usage, holder)) return null;
    const held = this.usage[holder];
    return isJsonObject(held) ? this.read(held, name, holder) : null;
  }

  private read(object: JsonObject, name: string, holder: string): number | null {
    const value = Object.hasOwn(object, name) ? object[name] : null;
    if (value === undefined || value === null) return null;
    if (isCount(value)) return value;
    this.nonsense ??= `${holder === '' ? '' : `${holder}.`}${name} is no token count`;
    return null;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= TOKENS_MAX;
}
