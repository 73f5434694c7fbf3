import { type UsageBuckets, noUsage } from '@contracts';
import { type FinishReason } from '../canonical/chat';
import { type AnswerContext } from '../canonical/chat-format';
import { estimateTokens } from '../tokens/estimate-tokens';
import { type JsonObject, asList, asRecord, asText, at } from '../json/read-value';
import { writeResponsesUsage } from './usage';

/** Fields of the request that every response object repeats, with the provider's values for absent ones. */
const ECHOED: Readonly<Record<string, unknown>> = {
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  parallel_tool_calls: true,
  prompt_cache_key: null,
  safety_identifier: null,
  service_tier: 'auto',
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
  metadata: {},
};

interface ResponseState {
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  readonly output: readonly JsonObject[];
  readonly usage?: UsageBuckets;
  readonly error?: { readonly code: string; readonly message: string };
  readonly reason?: FinishReason;
}

/** Writes the response object around an answer; nothing is stored, so there is never an earlier response. */
export function responseObject(id: string, context: AnswerContext, state: ResponseState): JsonObject {
  const { parsed, model, createdAtSeconds } = context;
  const echoed = Object.fromEntries(Object.entries(ECHOED).map(([key, value]) => [key, parsed[key] ?? value]));
  return {
    id,
    object: 'response',
    created_at: createdAtSeconds,
    status: state.status,
    background: false,
    error: state.error ?? null,
    incomplete_details: state.status === 'incomplete' ? { reason: incompleteReason(state.reason) } : null,
    ...echoed,
    model,
    output: state.output,
    previous_response_id: null,
    reasoning: { effort: null, summary: null, ...asRecord(parsed.reasoning) },
    store: false,
    text: { format: { type: 'text' }, ...asRecord(parsed.text) },
    usage: state.usage ? writeResponsesUsage(state.usage) : null,
  };
}

function incompleteReason(reason: FinishReason | undefined): string {
  return reason === 'contentFilter' ? 'content_filter' : 'max_output_tokens';
}

/**
 * Estimates usage when the provider reported none, because clients of this format require numbers. It is never billed.
 */
export function estimatedUsage(output: readonly JsonObject[], context: AnswerContext): UsageBuckets {
  const texts = output.flatMap(item => [
    ...[...asList(item.summary), ...asList(item.content)].map(part => asText(at(part, 'text'))),
    asText(item.arguments ?? item.input),
  ]);
  const completionTokens = estimateTokens(texts.join('\n'), context.model);
  return { ...noUsage, promptTokens: context.estimatedPromptTokens, completionTokens, calls: 1 };
}

/** The status of an answer that ended for this reason. */
export function statusOf(reason: FinishReason): 'completed' | 'incomplete' {
  return reason === 'length' || reason === 'contentFilter' ? 'incomplete' : 'completed';
}
