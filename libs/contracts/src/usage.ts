/**
 * The usage of one call, in buckets that do not overlap: a token is counted in exactly one of them, so that each bucket
 * can have its own ratio and no conversion between the formats of providers can bill a token twice. `reasoningTokens`
 * is the exception: it is reported for information and is contained in `completionTokens`.
 */
export interface UsageBuckets {
  /** Text tokens that did not come from a cache. */
  readonly promptTokens: number;
  readonly cachedReadTokens: number;
  /** Tokens written to the provider's cache for five minutes. */
  readonly cacheWrite5mTokens: number;
  /** Tokens written to the provider's cache for one hour. */
  readonly cacheWrite1hTokens: number;
  readonly audioInputTokens: number;
  readonly imageInputTokens: number;
  /** Text tokens of the answer, reasoning included. */
  readonly completionTokens: number;
  /** For information only; contained in `completionTokens`. */
  readonly reasoningTokens: number;
  readonly audioOutputTokens: number;
  readonly imageOutputTokens: number;
  /**
   * The number of billable calls, for models with a price per call: 1, or the number of images, or with a size factor
   * applied.
   */
  readonly calls: number;
  /** The searches that the provider ran for the model; each has its own price. */
  readonly webSearches: number;
}

/** What is billed: the usage of a call, or a video by its length. */
export interface BilledUsage extends UsageBuckets {
  /** Seconds of the video that is made, times what its mode or size costs more; absent for everything else. */
  readonly seconds?: number;
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

/** All tokens sent, cached ones included: the sum that a provider of the OpenAI format calls prompt_tokens. */
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

/** All tokens that the model produced. */
export function totalCompletionTokens(usage: UsageBuckets): number {
  return usage.completionTokens + usage.audioOutputTokens + usage.imageOutputTokens;
}
