import { type ChatReading, type JsonObject, asList, asText, at, isJsonObject } from '@formats';
import { type PayloadRepair, openAiReading } from '../../openai-compatible/openai-reading';
import { minimaxError } from './errors';

/**
 * Reads answers of both chat routes; source: the provider's chat API, read 2026-08. Errors arrive with HTTP 200, the
 * last event of a native stream repeats the whole answer, and each event may repeat all reasoning before it.
 */
export const minimaxReading: ChatReading = reading(false);

/** Reads answers for callers of other formats: text between `<think>` and `</think>` becomes reasoning. */
export const minimaxForeignReading: ChatReading = reading(true);

function reading(readsThinkTags: boolean): ChatReading {
  return openAiReading({
    isError: body => minimaxError(body) !== null,
    openRepair,
    dialect: { readsThinkTags },
  });
}

function openRepair(): PayloadRepair {
  /** The reasoning so far by choice, for streams in which each event repeats it. */
  const reasoned = new Map<number, string>();
  let hasStreamed = false;
  return payload => {
    const error = minimaxError(payload);
    if (error) return { error: { ...error, type: 'upstream_error' } };
    const choices = asList(payload.choices);
    hasStreamed ||= choices.some(choice => isJsonObject(at(choice, 'delta')));
    const repaired = choices.map((choice, index) => repairChoice(choice, { index, reasoned, hasStreamed, payload }));
    return withCountedUsage({ ...payload, choices: repaired });
  };
}

interface Seen {
  readonly index: number;
  readonly reasoned: Map<number, string>;
  readonly hasStreamed: boolean;
  readonly payload: JsonObject;
}

function repairChoice(choice: unknown, { index, reasoned, hasStreamed, payload }: Seen): unknown {
  if (!isJsonObject(choice)) return choice;
  const { message, delta, finish_reason, ...rest } = choice;
  const reason = payload.output_sensitive === true ? 'content_filter' : commonReason(finish_reason);
  const ended = { ...rest, finish_reason: reason };
  if (isJsonObject(delta)) return { ...ended, delta: withoutRepetition(delta, index, reasoned) };
  // The last event of a stream repeats the whole text; only its finish reason and its usage are new.
  if (hasStreamed && isJsonObject(message)) return { ...ended, delta: {} };
  return { ...ended, message };
}

function commonReason(reason: unknown): unknown {
  return reason === 'max_output' ? 'length' : reason;
}

/**
 * In some versions each event repeats all reasoning so far; the part that was already passed on is cut off its
 * beginning.
 */
function withoutRepetition(delta: JsonObject, index: number, reasoned: Map<number, string>): JsonObject {
  const details = asList(delta.reasoning_details);
  if (details.length === 0) return delta;
  const { reasoning_details: _details, ...rest } = delta;
  const text = details.map(detail => asText(at(detail, 'text'))).join('');
  const before = reasoned.get(index) ?? '';
  const isWhole = before !== '' && text.length >= before.length && text.startsWith(before);
  reasoned.set(index, isWhole ? text : before + text);
  return { ...rest, reasoning_content: isWhole ? text.slice(before.length) : text };
}

/**
 * Older models report only a total, which does not separate prompt from completion, so the gateway counts the tokens.
 */
function withCountedUsage(payload: JsonObject): JsonObject {
  const usage = payload.usage;
  if (!isJsonObject(usage) || typeof usage.prompt_tokens === 'number') return payload;
  const { usage: _usage, ...rest } = payload;
  return rest;
}
