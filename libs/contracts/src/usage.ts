/**
 * What one call used, in buckets that do not overlap: a token is counted in exactly one of them, so that each bucket can
 * have its own ratio and no conversion between providers' forms can bill a token twice. `reasoningTokens` is the exception:
 * it is told for information and lies inside `completionTokens`.
 */
export interface UsageBuckets {
  /** Text, not from a cache. */
  readonly promptTokens: number;
  readonly cachedReadTokens: number;
  /** Written to the provider's cache for five minutes. */
  readonly cacheWrite5mTokens: number;
  /** Written to the provider's cache for one hour. */
  readonly cacheWrite1hTokens: number;
  readonly audioInputTokens: number;
  readonly imageInputTokens: number;
  /** Text, reasoning included. */
  readonly completionTokens: number;
  /** Informational, contained in completionTokens. */
  readonly reasoningTokens: number;
  readonly audioOutputTokens: number;
  readonly imageOutputTokens: number;
  /** Billable calls, for models with a price per call: 1, or the number of images, or with a size factor applied. */
  readonly calls: number;
  /** Searches that the provider ran for the model; each has a price of its own. */
  readonly webSearches: number;
}

export const noUsage: UsageBuckets = {
  promptTokens: 0,
  cachedReadTokens: 0,
  cacheWrite5mTokens: 0,
  cacheWrite1hTokens: 0,
  audioInputTokens: 0,
  imageInputTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  audioOutputTokens: 0,
  imageOutputTokens: 0,
  calls: 0,
  webSearches: 0,
};

/** All tokens sent, cached ones included: what a provider in the OpenAI form calls prompt_tokens. */
export function totalPromptTokens(usage: UsageBuckets): number {
  return (
    usage.promptTokens +
    usage.cachedReadTokens +
    usage.cacheWrite5mTokens +
    usage.cacheWrite1hTokens +
    usage.audioInputTokens +
    usage.imageInputTokens
  );
}

/** All tokens made. */
export function totalCompletionTokens(usage: UsageBuckets): number {
  return usage.completionTokens + usage.audioOutputTokens + usage.imageOutputTokens;
}
