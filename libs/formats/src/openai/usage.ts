import { type UsageBuckets, totalCompletionTokens, totalPromptTokens } from '@contracts';

/**
 * Writes buckets as a usage object of the chat format; the reverse of `readOpenAiUsage`, except that the format knows
 * only one kind of cache write. Fields that few clients know are present only when they are not zero.
 */
export function writeUsage(usage: UsageBuckets): Readonly<Record<string, unknown>> {
  const promptTokens = totalPromptTokens(usage);
  const completionTokens = totalCompletionTokens(usage);
  const cacheWrite = usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cachedReadTokens,
      audio_tokens: usage.audioInputTokens,
      ...(usage.imageInputTokens > 0 && { image_tokens: usage.imageInputTokens }),
      ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoningTokens,
      audio_tokens: usage.audioOutputTokens,
      ...(usage.imageOutputTokens > 0 && { image_tokens: usage.imageOutputTokens }),
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
