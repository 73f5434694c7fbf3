import { chatFormats, parseJson, type ChatAnswer, type ChatEvent } from '@formats';
import { type ProviderAdapter, type UpstreamFailure } from '@providers';
import { AppError } from '@kernel';
import { type StreamReading } from '../stream/open-flow';
import { toCallerError } from '../dialect/caller-error';
import { type RelayCall } from '../call/relay-call';
import { framesAtStart, readerFor } from './error-at-start';

/** An answer without content holds little more than its usage. */
const EMPTY_BYTES_MAX = 16 * 1024;

/**
 * Whether an empty answer of this model is a failure. Gemini ends normally without content when it is overloaded, or
 * when it failed to write a tool call; when asked again, it answers. Other providers mean an empty answer.
 */
export function mayComeEmpty({ endpoint }: RelayCall, { nativeFormats }: ProviderAdapter, model: string): boolean {
  return endpoint === 'chat' && nativeFormats.includes('gemini') && !model.includes('claude');
}

/**
 * Whether an answer ended by itself and holds no content. An answer that was cut for its length or by a filter does not
 * count as empty.
 */
export function isEmptyAnswer({ choices }: ChatAnswer): boolean {
  return choices.length > 0 && choices.every(({ blocks, finish }) => blocks.length === 0 && finish === 'stop');
}

/** How a stream begins: `said` for content, `empty` when it ended without any, `open` when neither has come yet. */
function beginningOf(events: readonly ChatEvent[]): 'said' | 'empty' | 'open' {
  for (const event of events) {
    if (event.type === 'finish') return event.reason === 'stop' ? 'empty' : 'said';
    if (event.type !== 'start' && event.type !== 'usage') return 'said';
  }
  return 'open';
}

/** How a stream begins, read from its first bytes in whatever form the provider sends them. */
export function beginningIn(bytes: Buffer, call: RelayCall, reading: StreamReading): ReturnType<typeof beginningOf> {
  const reader = readerFor(reading, call);
  return beginningOf(framesAtStart(bytes, reading).flatMap(frame => reader.read(frame)));
}

/** Whether a body is an empty answer. An empty answer is short, so longer bodies are not parsed for this. */
export function isEmptyBody(body: Buffer, { format }: RelayCall): boolean {
  if (body.length > EMPTY_BYTES_MAX) return false;
  return isEmptyAnswer(chatFormats[format].readAnswer(parseJson(body.toString('utf8'))));
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
    retryAfterSeconds: null,
  };
}
