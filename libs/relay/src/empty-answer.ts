import { AppError } from '@kernel';
import {
  chatFormats,
  parseJson,
  type ChatAnswer,
  type ChatEvent,
  type ProviderAdapter,
  type UpstreamFailure,
} from '@providers';
import { framingOf, type StreamReading } from './deliver/open-flow';
import { toCallerError } from './dialect/caller-error';
import { type RelayCall } from './relay-call';
import { frameCutter } from './transport/event-frames';

/** An answer that says nothing holds little more than its usage. */
const EMPTY_BYTES_MAX = 16 * 1024;

/**
 * Gemini ends well and says nothing when it is overloaded, or when it could not write down the call of a tool. Asked
 * again, it answers. Other providers mean it.
 */
export function mayComeEmpty({ endpoint }: RelayCall, { nativeFormats }: ProviderAdapter, model: string): boolean {
  return endpoint === 'chat' && nativeFormats.includes('gemini') && !model.includes('claude');
}

/** Whether an answer ended by itself and holds nothing. One that was cut for its length or by a filter is an answer. */
export function isEmptyAnswer({ choices }: ChatAnswer): boolean {
  return choices.length > 0 && choices.every(({ blocks, finish }) => blocks.length === 0 && finish === 'stop');
}

/** Something, that it ended without, or nothing yet. */
function beginningOf(events: readonly ChatEvent[]): 'said' | 'empty' | 'open' {
  for (const event of events) {
    if (event.type === 'finish') return event.reason === 'stop' ? 'empty' : 'said';
    if (event.type !== 'start' && event.type !== 'usage') return 'said';
  }
  return 'open';
}

/** What the beginning of a stream says, in whatever form it came. */
export function beginningIn(bytes: Buffer, call: RelayCall, reading: StreamReading): ReturnType<typeof beginningOf> {
  const reader = reading?.kind === 'chat' ? reading.openReader() : chatFormats[call.format].openReader();
  const frames = frameCutter(reading === null ? 'sse' : framingOf(reading)).take(bytes);
  const shown = frames.flatMap(frame => (reading?.kind === 'reframe' ? (reading.unwrap(frame) ?? []) : frame));
  return beginningOf(shown.flatMap(frame => reader.read(frame)));
}

/** An empty answer is short: longer ones are not read for it. */
export function isEmptyBody(body: Buffer, { format }: RelayCall): boolean {
  if (body.length > EMPTY_BYTES_MAX) return false;
  return isEmptyAnswer(chatFormats[format].readAnswer(parseJson(body.toString('utf8'))));
}

/** Another channel may do better, while nothing was sent. */
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
