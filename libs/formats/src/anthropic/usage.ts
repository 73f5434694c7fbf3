import { type UsageBuckets, noUsage } from '@contracts';
import { type UsageReading } from '../canonical/usage-reading';
import { type JsonObject, asList, at, isJsonObject } from '../json/read-value';

/** A count above this is a mistake. */
const TOKENS_MAX = 1_000_000_000;

/** Rounds of one answer whose tokens are billed; the counts at the top level may cover only the last round. */
const BILLED_ITERATIONS: ReadonlySet<unknown> = new Set(['compaction', 'message']);

/**
 * Reads usage of the Messages API: input tokens exclude those read from and written to the cache, output tokens include
 * thinking. Source: 'Messages' and 'Streaming Messages' of Anthropic's API reference, read 2026-08.
 *
 * Streams report twice: the prompt first, then counts that replace the earlier ones field by field.
 *
 * @param usage the usage object as parsed
 * @param before the usage known until now
 */
export function mergeUsage(usage: unknown, before: UsageReading): UsageReading {
  if (!isJsonObject(usage)) return before;
  const counts = new UsageCounts(usage);
  const known = before.kind === 'reported' ? before.usage : noUsage;
  const input = counts.billed('input_tokens');
  const output = counts.billed('output_tokens');
  const cachedRead = counts.billed('cache_read_input_tokens');
  const writes = cacheWritesOf(counts, known);
  const reasoning = counts.count('output_tokens_details', 'thinking_tokens');
  const searches = counts.count('server_tool_use', 'web_search_requests');
  if (counts.nonsense) return { kind: 'nonsense', reason: counts.nonsense };
  if (input === null && output === null && cachedRead === null) return before;
  const merged: UsageBuckets = {
    ...known,
    ...writes,
    promptTokens: input ?? known.promptTokens,
    cachedReadTokens: cachedRead ?? known.cachedReadTokens,
    completionTokens: output ?? known.completionTokens,
    reasoningTokens: Math.min(reasoning ?? known.reasoningTokens, output ?? known.completionTokens),
    calls: 1,
    webSearches: searches ?? known.webSearches,
  };
  return { kind: 'reported', usage: merged, isZero: sumOf(merged) === 0 };
}

/** The split by lifetime comes only with the first report; later totals are split in the same way. */
function cacheWritesOf(
  counts: UsageCounts,
  known: UsageBuckets,
): Pick<UsageBuckets, 'cacheWrite5mTokens' | 'cacheWrite1hTokens'> {
  const short = counts.billed('cache_creation', 'ephemeral_5m_input_tokens');
  const long = counts.billed('cache_creation', 'ephemeral_1h_input_tokens');
  const before1h = long ?? known.cacheWrite1hTokens;
  const before5m = short ?? known.cacheWrite5mTokens;
  const total = counts.billed('cache_creation_input_tokens') ?? before5m + before1h;
  if (before5m + before1h === total) return { cacheWrite5mTokens: before5m, cacheWrite1hTokens: before1h };
  const isAllLong = before1h > 0 && before5m === 0;
  const cacheWrite1hTokens = isAllLong ? total : Math.min(before1h, total);
  return { cacheWrite5mTokens: total - cacheWrite1hTokens, cacheWrite1hTokens };
}

function sumOf(usage: UsageBuckets): number {
  const { promptTokens, cachedReadTokens, cacheWrite5mTokens, cacheWrite1hTokens, completionTokens } = usage;
  return promptTokens + cachedReadTokens + cacheWrite5mTokens + cacheWrite1hTokens + completionTokens;
}

class UsageCounts {
  nonsense: string | null = null;
  private readonly iterations: readonly unknown[];

  constructor(private readonly usage: JsonObject) {
    this.iterations = asList(usage.iterations).filter(round => BILLED_ITERATIONS.has(at(round, 'type')));
  }

  /** Null when absent. */
  count(...path: readonly string[]): number | null {
    return this.read(at(this.usage, ...path), path);
  }

  /** The count at the top level, or the sum of the billed rounds when that is larger. */
  billed(...path: readonly string[]): number | null {
    const whole = this.count(...path);
    const rounds = this.iterations.reduce<number>((sum, round) => sum + (this.read(at(round, ...path), path) ?? 0), 0);
    return rounds > (whole ?? 0) ? rounds : whole;
  }

  private read(value: unknown, path: readonly string[]): number | null {
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= TOKENS_MAX) return value;
    this.nonsense ??= `${path.join('.')} is no token count`;
    return null;
  }
}

/**
 * Writes the usage object for a caller; audio and images count as plain tokens, because the format has no fields for
 * them.
 */
export function writeUsage(usage: UsageBuckets): JsonObject {
  const { cacheWrite5mTokens, cacheWrite1hTokens, reasoningTokens } = usage;
  return {
    input_tokens: usage.promptTokens + usage.audioInputTokens + usage.imageInputTokens,
    cache_creation_input_tokens: cacheWrite5mTokens + cacheWrite1hTokens,
    cache_read_input_tokens: usage.cachedReadTokens,
    cache_creation: {
      ephemeral_5m_input_tokens: cacheWrite5mTokens,
      ephemeral_1h_input_tokens: cacheWrite1hTokens,
    },
    output_tokens: usage.completionTokens + usage.audioOutputTokens + usage.imageOutputTokens,
    ...(usage.webSearches > 0 && { server_tool_use: { web_search_requests: usage.webSearches } }),
    ...(reasoningTokens > 0 && { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  };
}

/** The usage object before the provider has reported anything. */
export function estimatedUsage(promptTokens: number, completionTokens: number): JsonObject {
  return {
    input_tokens: promptTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: completionTokens,
  };
}
