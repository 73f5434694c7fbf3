import { type UsageBuckets, totalCompletionTokens, totalPromptTokens } from '@contracts';
import { type UsageReading } from '../canonical/usage-reading';
import { type JsonObject, asList, at, isJsonObject } from '../json/read-value';

/** A count above this is a mistake. */
const TOKENS_MAX = 1_000_000_000;

/**
 * Reads `usageMetadata` of an answer or a chunk, where it is cumulative; source: 'UsageMetadata' in the reference of
 * generateContent, read 2026-08. The prompt count contains cached tokens, the candidates' count excludes thoughts.
 * Chunks of Vertex may hold only `trafficType`: those count as missing.
 */
export function readGeminiUsage(value: unknown): UsageReading {
  if (!isJsonObject(value)) return { kind: 'missing' };
  const counts = new Counts(value);
  const prompt = counts.of('promptTokenCount');
  const candidates = counts.of('candidatesTokenCount');
  const total = counts.of('totalTokenCount');
  const thoughts = counts.of('thoughtsTokenCount') ?? 0;
  const toolUse = counts.of('toolUsePromptTokenCount') ?? 0;
  const cached = counts.of('cachedContentTokenCount') ?? 0;
  if (counts.nonsense) return { kind: 'nonsense', reason: counts.nonsense };
  if (prompt === null && candidates === null && total === null) return { kind: 'missing' };

  const promptTotal = (prompt ?? Math.max(0, (total ?? 0) - (candidates ?? 0) - thoughts - toolUse)) + toolUse;
  const made = candidates ?? Math.max(0, (total ?? 0) - promptTotal - thoughts);
  // Some relays count thoughts among the candidates' tokens; then the total shows it.
  const areThoughtsInside = thoughts > 0 && made >= thoughts && total === promptTotal + made;
  const madeTotal = areThoughtsInside ? made : made + thoughts;
  const usage: UsageBuckets = {
    ...splitPrompt(promptTotal, cached, value),
    ...splitCompletion(madeTotal, thoughts, value),
    calls: 1,
    webSearches: 0,
  };
  return { kind: 'reported', usage, isZero: promptTotal + madeTotal === 0 };
}

/**
 * The usage of an answer or a chunk, including searches: an answer that is grounded in a search counts as one search,
 * as the provider bills it. The grounding comes with one chunk only, so the earlier count is kept.
 */
export function usageOfChunk(payload: unknown, before: UsageReading): UsageReading {
  const reading = readGeminiUsage(at(payload, 'usageMetadata'));
  const isGrounded = asList(at(payload, 'candidates')).some(
    candidate => asList(at(candidate, 'groundingMetadata', 'webSearchQueries')).length > 0,
  );
  const known = before.kind === 'reported' ? before.usage.webSearches : 0;
  const webSearches = isGrounded ? 1 : known;
  const latest = reading.kind === 'missing' ? before : reading;
  if (latest.kind !== 'reported' || latest.usage.webSearches === webSearches) return latest;
  return { ...latest, usage: { ...latest.usage, webSearches } };
}

/**
 * Writes `usageMetadata`, the exact inverse of reading it; tokens written to a cache have no place of their own and
 * count as prompt.
 */
export function writeGeminiUsage(usage: UsageBuckets): JsonObject {
  const prompt = totalPromptTokens(usage);
  const completion = totalCompletionTokens(usage);
  const { cachedReadTokens, reasoningTokens, audioInputTokens, imageInputTokens } = usage;
  const { audioOutputTokens, imageOutputTokens } = usage;
  const made = completion - reasoningTokens;
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: made,
    totalTokenCount: prompt + completion,
    ...(cachedReadTokens > 0 && { cachedContentTokenCount: cachedReadTokens }),
    ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
    promptTokensDetails: details(prompt, audioInputTokens, imageInputTokens),
    ...(audioOutputTokens + imageOutputTokens > 0 && {
      candidatesTokensDetails: details(made, audioOutputTokens, imageOutputTokens),
    }),
  };
}

function details(total: number, audio: number, image: number): readonly JsonObject[] {
  return [
    { modality: 'TEXT', tokenCount: total - audio - image },
    { modality: 'AUDIO', tokenCount: audio },
    { modality: 'IMAGE', tokenCount: image },
  ].filter(({ tokenCount }) => tokenCount > 0);
}

/**
 * Details may overlap (cached audio) or exceed the whole; each takes at most what is left, the most expensive first.
 */
function splitPrompt(
  total: number,
  cached: number,
  value: JsonObject,
): Pick<
  UsageBuckets,
  | 'promptTokens'
  | 'cachedReadTokens'
  | 'cacheWrite5mTokens'
  | 'cacheWrite1hTokens'
  | 'audioInputTokens'
  | 'imageInputTokens'
> {
  const audioInputTokens = Math.min(modality(value, 'promptTokensDetails', 'AUDIO'), total);
  const imageInputTokens = Math.min(modality(value, 'promptTokensDetails', 'IMAGE'), total - audioInputTokens);
  const text = total - audioInputTokens - imageInputTokens;
  const cachedReadTokens = Math.min(cached, text);
  return {
    promptTokens: text - cachedReadTokens,
    cachedReadTokens,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
    audioInputTokens,
    imageInputTokens,
  };
}

function splitCompletion(
  total: number,
  thoughts: number,
  value: JsonObject,
): Pick<UsageBuckets, 'completionTokens' | 'reasoningTokens' | 'audioOutputTokens' | 'imageOutputTokens'> {
  const made = total - Math.min(thoughts, total);
  const audioOutputTokens = Math.min(modality(value, 'candidatesTokensDetails', 'AUDIO'), made);
  const imageOutputTokens = Math.min(modality(value, 'candidatesTokensDetails', 'IMAGE'), made - audioOutputTokens);
  const completionTokens = total - audioOutputTokens - imageOutputTokens;
  return {
    completionTokens,
    reasoningTokens: Math.min(thoughts, completionTokens),
    audioOutputTokens,
    imageOutputTokens,
  };
}

function modality(value: JsonObject, list: string, name: string): number {
  return asList(at(value, list))
    .filter(entry => at(entry, 'modality') === name)
    .map(entry => at(entry, 'tokenCount'))
    .filter(isCount)
    .reduce((sum, count) => sum + count, 0);
}

/** Reads counts and remembers the first value that cannot be a count. */
class Counts {
  nonsense: string | null = null;

  constructor(private readonly usage: JsonObject) {}

  of(name: string): number | null {
    const value = at(this.usage, name);
    if (value === undefined || value === null) return null;
    if (isCount(value)) return value;
    this.nonsense ??= `${name} is no token count`;
    return null;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= TOKENS_MAX;
}
