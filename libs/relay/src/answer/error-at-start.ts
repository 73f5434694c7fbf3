import { chatFormats, parseJson, type ChatEvent, type ChatStreamReader, type StreamFrame } from '@formats';
import { type RelayCall } from '../call/relay-call';
import { framingOf, type StreamReading } from '../stream/open-flow';
import { errorInEvent } from '../stream/own-error';
import { frameCutter } from '../transport/event-frames';

/** Opens the reader for a stream: that of the provider's form, or of the caller's own format when the stream passes. */
export function readerFor(reading: StreamReading, { format }: RelayCall): ChatStreamReader {
  return reading?.kind === 'chat' ? reading.openReader() : chatFormats[format].openReader();
}

/** The frames in the first bytes of a stream, as its reader expects them. */
export function framesAtStart(first: Buffer, reading: StreamReading): readonly StreamFrame[] {
  const cutter = frameCutter(reading === null ? 'sse' : framingOf(reading));
  const frames = cutter.take(first);
  // A short stream may have ended without the empty line behind its last event.
  if (reading === null) return [...frames, ...cutter.end()];
  return reading.kind === 'reframe' ? frames.flatMap(frame => reading.unwrap(frame) ?? []) : frames;
}

/**
 * The payload of an error that comes before any generated content, so that another channel may still serve the call;
 * null when there is none.
 */
export function errorAtStart(first: Buffer, call: RelayCall, reading: StreamReading): string | null {
  const isPassed = reading?.kind !== 'chat';
  const reader = readerFor(reading, call);
  for (const frame of framesAtStart(first, reading)) {
    const events = reader.read(frame);
    // Errors in streams that pass may have the form of another protocol.
    const isError = isPassed
      ? errorInEvent(call.format, parseJson(frame.data)) !== null
      : events.find(mayEndStart)?.type === 'error';
    if (isError) return frame.data;
    if (events.some(event => event.type !== 'error' && mayEndStart(event))) return null;
  }
  return null;
}

/** Whether an event is more than the frame of an answer. */
function mayEndStart({ type }: ChatEvent): boolean {
  return type !== 'start' && type !== 'usage';
}
