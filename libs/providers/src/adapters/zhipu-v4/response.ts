import { type ChatReading, type JsonObject, asList, asText, at, isJsonObject } from '@formats';
import { type PayloadRepair, openAiReading } from '../../openai-compatible/openai-reading';
import { zhipuError } from './errors';

/** The provider's finish reasons and their common names; source: its chat API, read 2026-08. */
const FINISH_REASONS: Readonly<Record<string, string>> = {
  sensitive: 'content_filter',
  model_context_window_exceeded: 'length',
};

/** Reads answers of version 4 for callers of every format. */
export const zhipuReading: ChatReading = openAiReading({
  isError: body => zhipuError(body) !== null,
  openRepair,
});

function openRepair(): PayloadRepair {
  let hasSpoken = false;
  return payload => {
    const choices = asList(payload.choices);
    const error = zhipuError(payload);
    hasSpoken ||= choices.some(speaks);
    // Text that was already sent stands when the answer breaks off; an error before any text is reported, because
    // another channel may succeed.
    if (error && !hasSpoken) return { error };
    return { ...payload, choices: choices.map(withCommonReason), ...sources(payload) };
  };
}

function speaks(choice: unknown): boolean {
  const delta = at(choice, 'delta') ?? at(choice, 'message');
  const hasText = asText(at(delta, 'content')) !== '' || asText(at(delta, 'reasoning_content')) !== '';
  return hasText || asList(at(delta, 'tool_calls')).length > 0;
}

function withCommonReason(choice: unknown): unknown {
  const reason = asText(at(choice, 'finish_reason'));
  if (!isJsonObject(choice)) return choice;
  if (reason === 'network_error') return { ...choice, finish_reason: 'stop' };
  return Object.hasOwn(FINISH_REASONS, reason) ? { ...choice, finish_reason: FINISH_REASONS[reason] } : choice;
}

/** The pages that the provider searched, under the name that the sources of a whole answer have. */
function sources(payload: JsonObject): JsonObject {
  const pages = asList(payload.web_search);
  if (pages.length === 0) return {};
  return { search_results: pages.map(page => ({ url: asText(at(page, 'link')), title: asText(at(page, 'title')) })) };
}
