import { type UsageBuckets, totalCompletionTokens, totalPromptTokens } from '@contracts';
import { type UsageReading } from '../canonical/usage-reading';
import { readOpenAiUsage } from '../openai/openai-usage';
import { type JsonObject, asList, at, isJsonObject } from '../json/read-value';

/**
 * The usage object of the Responses API: `input_tokens` contains cached and cache-written tokens, `output_tokens`
 * contains reasoning.
 */
function readResponsesUsage(value: unknown): UsageReading {
  if (!isJsonObject(value)) return { kind: 'missing' };
  const { input_tokens_details: input, output_tokens_details: output } = value;
  return readOpenAiUsage({
    ...value,
    ...(isJsonObject(input) && { prompt_tokens_details: input }),
    ...(isJsonObject(output) && { completion_tokens_details: output }),
  });
}

/** The usage of a response object, including the searches that the provider ran. */
export function usageOfResponse(response: unknown): UsageReading {
  const reading = readResponsesUsage(at(response, 'usage'));
  if (reading.kind !== 'reported') return reading;
  const webSearches = asList(at(response, 'output')).filter(item => at(item, 'type') === 'web_search_call').length;
  return webSearches === 0 ? reading : { ...reading, usage: { ...reading.usage, webSearches } };
}

/** The inverse of {@link readResponsesUsage}; the two lifetimes of cache writes become one number. */
export function writeResponsesUsage(usage: UsageBuckets): JsonObject {
  const input = totalPromptTokens(usage);
  const output = totalCompletionTokens(usage);
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cachedReadTokens,
      cache_write_tokens: usage.cacheWrite5mTokens + usage.cacheWrite1hTokens,
      ...(usage.audioInputTokens > 0 && { audio_tokens: usage.audioInputTokens }),
      ...(usage.imageInputTokens > 0 && { image_tokens: usage.imageInputTokens }),
    },
    output_tokens: output,
    output_tokens_details: {
      reasoning_tokens: usage.reasoningTokens,
      ...(usage.audioOutputTokens > 0 && { audio_tokens: usage.audioOutputTokens }),
      ...(usage.imageOutputTokens > 0 && { image_tokens: usage.imageOutputTokens }),
    },
    total_tokens: input + output,
  };
}
