import { totalCompletionTokens } from '@contracts';
import { chatFormats, parseJson, type ChatAnswer, type UsageReading } from '@formats';
import { type ProviderAdapter, type UpstreamFailure } from '@providers';
import { AppError } from '@kernel';
import { type StreamReading } from '../stream/open-flow';
import { toCallerError } from '../dialect/caller-error';
import { type RelayCall } from '../call/relay-call';
import { framesAtStart, readerFor } from './error-at-start';

/** An answer without content holds little more than its usage. */
const EMPTY_BYTES_MAX = 16 * 1024;

/**
 * Begins the type of every event about an item of the Responses format. Items that no other format knows are content,
 * although they are no blocks.
 */
const ITEM_EVENT = '"response.output_item.';

/** The last frame of a stream of chat completions. */
const STREAM_END = '[DONE]';

/**
 * Which empty answers of a model are failures. Gemini ends normally without content when it is overloaded, or when it
 * failed to write a tool call; when asked again, it answers: `every` empty one is. Other models may have nothing to say,
 * and their tokens show it: only `uncounted` ones are failures, which a relay sends that has lost its account.
 */
export type EmptyWatch = 'every' | 'uncounted';

/** @returns null for calls whose answers have no content of this kind */
export function emptyWatchFor(
  { endpoint }: RelayCall,
  { nativeFormats }: ProviderAdapter,
  model: string,
): EmptyWatch | null {
  if (endpoint !== 'chat') return null;
  return nativeFormats.includes('gemini') && !model.includes('claude') ? 'every' : 'uncounted';
}

/** Whether a provider counted tokens for an answer. */
function isCounted(usage: UsageReading): boolean {
  return usage.kind === 'reported' && totalCompletionTokens(usage.usage) > 0;
}

/**
 * Whether an answer ended by itself and holds no content. An answer that was cut for its length or by a filter does not
 * count as empty.
 */
export function isEmptyAnswer({ choices, usage }: ChatAnswer, watch: EmptyWatch): boolean {
  if (watch === 'uncounted' && isCounted(usage)) return false;
  return choices.length > 0 && choices.every(({ blocks, finish }) => blocks.length === 0 && finish === 'stop');
}

/** How a stream begins: `said` for content, `empty` when it ended without any, `open` when neither has come yet. */
export type Beginning = 'said' | 'empty' | 'open';

/**
 * How a stream begins, read from its first bytes in whatever form the provider sends them. A stream that may have nothing
 * to say stays open behind its end until its tokens are told.
 */
export function beginningIn(bytes: Buffer, call: RelayCall, reading: StreamReading, watch: EmptyWatch): Beginning {
  const reader = readerFor(reading, call);
  let hasStopped = false;
  let isUsed = false;
  for (const frame of framesAtStart(bytes, reading)) {
    if (watch === 'uncounted' && frame.data.includes(ITEM_EVENT)) return 'said';
    for (const event of reader.read(frame)) {
      // Messages tells one token at its beginning, where nothing was said yet.
      if (event.type === 'usage') isUsed = isCounted(event.usage);
      else if (event.type === 'finish' && event.reason === 'stop') hasStopped = true;
      else if (event.type !== 'start') return 'said';
    }
    const isOver = frame.data === STREAM_END;
    if (watch === 'uncounted' && isUsed && (hasStopped || isOver)) return 'said';
    if (isOver || (hasStopped && watch === 'every')) return 'empty';
  }
  return 'open';
}

/** Whether an answer in the Responses format holds an item of any kind. */
export function holdsItems(value: unknown): boolean {
  const { output } = (value ?? {}) as { output?: unknown };
  return Array.isArray(output) && output.length > 0;
}

/**
 * Whether a body is an empty answer. An empty answer is short, so longer bodies are not parsed for this; nor are those
 * whose tokens show content.
 *
 * @param usage as it was read from the body
 */
export function isEmptyBody(body: Buffer, { format }: RelayCall, watch: EmptyWatch, usage: UsageReading): boolean {
  if (body.length > EMPTY_BYTES_MAX || (watch === 'uncounted' && isCounted(usage))) return false;
  const value = parseJson(body.toString('utf8'));
  return !holdsItems(value) && isEmptyAnswer(chatFormats[format].readAnswer(value), watch);
}

/**
 * The failure for an empty answer. It is retryable: nothing was sent to the caller, and another channel may do better.
 */
export function emptyFailure(): UpstreamFailure {
  const { status, error } = toCallerError(new AppError('UPSTREAM_EMPTY'));
  return {
    kind: 'broken',
    status,
    error: { ...error, type: 'upstream_error' },
    shouldDisableChannel: false,
    isRetryable: true,
    isOwn: true,
    retryAfterSeconds: null,
  };
}
