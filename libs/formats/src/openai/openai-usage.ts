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
  const prompt = counts.first(['prompt_tokens'], ['input_tokens']);
  const completion = counts.first(['completion_tokens'], ['output_tokens']);
  const total = counts.first(['total_tokens']);
  const prompts = readPromptDetails(counts);
  const completions = readCompletionDetails(counts);
  if (counts.nonsense) return { kind: 'nonsense', reason: counts.nonsense };
  if (prompt === null && completion === null && total === null) return { kind: 'missing' };

  const promptTotal = prompt ?? Math.max(0, (total ?? 0) - (completion ?? 0));
  const completionTotal = completionOf({ promptTotal, completion, total, reasoning: completions.reasoning });
  const usage = {
    ...splitPrompt(promptTotal, prompts),
    ...splitCompletion(completionTotal, completions),
    calls: 1,
    webSearches: 0,
  };
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
  const cachedRead = counts.first(
    ['prompt_tokens_details', 'cached_tokens'],
    ['input_tokens_details', 'cached_tokens'],
    ['prompt_cache_hit_tokens'],
    ['cached_tokens'],
  );
  return {
    cachedRead: cachedRead ?? 0,
    // Qwen uses Anthropic's name for the tokens that an explicit cache mark wrote.
    cacheWrite:
      counts.first(
        ['prompt_tokens_details', 'cache_write_tokens'],
        ['prompt_tokens_details', 'cache_creation_input_tokens'],
      ) ?? 0,
    audio: counts.first(['prompt_tokens_details', 'audio_tokens'], ['input_tokens_details', 'audio_tokens']) ?? 0,
    image: counts.first(['prompt_tokens_details', 'image_tokens'], ['input_tokens_details', 'image_tokens']) ?? 0,
  };
}

function readCompletionDetails(counts: Counts): CompletionDetails {
  const reasoning = counts.first(
    ['completion_tokens_details', 'reasoning_tokens'],
    ['output_tokens_details', 'reasoning_tokens'],
    ['reasoning_tokens'],
  );
  return {
    reasoning: reasoning ?? 0,
    audio: counts.first(['completion_tokens_details', 'audio_tokens']) ?? 0,
    image: counts.first(['completion_tokens_details', 'image_tokens']) ?? 0,
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
function splitPrompt(
  total: number,
  details: PromptDetails,
): Omit<
  UsageBuckets,
  'completionTokens' | 'reasoningTokens' | 'audioOutputTokens' | 'imageOutputTokens' | 'calls' | 'webSearches'
> {
  const audioInputTokens = Math.min(details.audio, total);
  const imageInputTokens = Math.min(details.image, total - audioInputTokens);
  const text = total - audioInputTokens - imageInputTokens;
  const cacheWrite5mTokens = Math.min(details.cacheWrite, text);
  const cachedReadTokens = Math.min(details.cachedRead, text - cacheWrite5mTokens);
  const promptTokens = text - cacheWrite5mTokens - cachedReadTokens;
  return {
    promptTokens,
    cachedReadTokens,
    cacheWrite5mTokens,
    cacheWrite1hTokens: 0,
    audioInputTokens,
    imageInputTokens,
  };
}

function splitCompletion(
  total: number,
  details: CompletionDetails,
): Pick<UsageBuckets, 'completionTokens' | 'reasoningTokens' | 'audioOutputTokens' | 'imageOutputTokens'> {
  const audioOutputTokens = Math.min(details.audio, total);
  const imageOutputTokens = Math.min(details.image, total - audioOutputTokens);
  const completionTokens = total - audioOutputTokens - imageOutputTokens;
  return {
    completionTokens,
    reasoningTokens: Math.min(details.reasoning, completionTokens),
    audioOutputTokens,
    imageOutputTokens,
  };
}

/** Reads counts and remembers the first value that cannot be a count. */
class Counts {
  nonsense: string | null = null;

  constructor(private readonly usage: JsonObject) {}

  /** The first path that holds a value; null when all are absent. */
  first(...paths: readonly (readonly string[])[]): number | null {
    for (const path of paths) {
      const value = at(this.usage, ...path);
      if (value === undefined || value === null) continue;
      if (isCount(value)) return value;
      this.nonsense ??= `${path.join('.')} is no token count`;
      return null;
    }
    return null;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= TOKENS_MAX;
}
