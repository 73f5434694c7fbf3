import { type ChatReading, type UnknownRecord, asList, asText, at, isRecord } from '@formats';
import { type PayloadRepair, openAiReading } from '../toolkit/openai-reading';
import { minimaxError } from './errors';

/**
 * Answers of both chat routes; source: the provider's chat API, read 2026-08. Errors come inside HTTP 200, the last event of
 * a native stream repeats the whole answer, and reasoning may come as all of it so far.
 */
export const minimaxReading: ChatReading = reading(false);

/** For callers of other formats: what a model says between `<think>` and `</think>` is reasoning. */
export const minimaxForeignReading: ChatReading = reading(true);

function reading(readsThinkTags: boolean): ChatReading {
  return openAiReading({
    isError: body => minimaxError(body) !== null,
    openRepair,
    dialect: { readsThinkTags },
  });
}

function openRepair(): PayloadRepair {
  /** By choice, where the provider sends all reasoning so far. */
  const reasoned = new Map<number, string>();
  let hasStreamed = false;
  return payload => {
    const error = minimaxError(payload);
    if (error) return { error: { ...error, type: 'upstream_error' } };
    const choices = asList(payload.choices);
    hasStreamed ||= choices.some(choice => isRecord(at(choice, 'delta')));
    const repaired = choices.map((choice, index) => repairChoice(choice, { index, reasoned, hasStreamed, payload }));
    return withCountedUsage({ ...payload, choices: repaired });
  };
}

interface Seen {
  readonly index: number;
  readonly reasoned: Map<number, string>;
  readonly hasStreamed: boolean;
  readonly payload: UnknownRecord;
}

function repairChoice(choice: unknown, { index, reasoned, hasStreamed, payload }: Seen): unknown {
  if (!isRecord(choice)) return choice;
  const { message, delta, finish_reason, ...rest } = choice;
  const reason = payload.output_sensitive === true ? 'content_filter' : commonReason(finish_reason);
  const ended = { ...rest, finish_reason: reason };
  if (isRecord(delta)) return { ...ended, delta: withoutRepetition(delta, index, reasoned) };
  // The last event of a stream holds the whole text again: only its end and its usage are news.
  if (hasStreamed && isRecord(message)) return { ...ended, delta: {} };
  return { ...ended, message };
}

function commonReason(reason: unknown): unknown {
  return reason === 'max_output' ? 'length' : reason;
}

/** Some builds send all reasoning so far with every event; what was told already is taken off its beginning. */
function withoutRepetition(delta: UnknownRecord, index: number, reasoned: Map<number, string>): UnknownRecord {
  const details = asList(delta.reasoning_details);
  if (details.length === 0) return delta;
  const { reasoning_details: _details, ...rest } = delta;
  const text = details.map(detail => asText(at(detail, 'text'))).join('');
  const before = reasoned.get(index) ?? '';
  const isWhole = before !== '' && text.length >= before.length && text.startsWith(before);
  reasoned.set(index, isWhole ? text : before + text);
  return { ...rest, reasoning_content: isWhole ? text.slice(before.length) : text };
}

/** Older models tell a total only, which says nothing about what was asked and what was answered: it is counted here. */
function withCountedUsage(payload: UnknownRecord): UnknownRecord {
  const usage = payload.usage;
  if (!isRecord(usage) || typeof usage.prompt_tokens === 'number') return payload;
  const { usage: _usage, ...rest } = payload;
  return rest;
}
