import {
  AnswerFolder,
  chatFormats,
  type AnswerError,
  type ChatAnswer,
  type ChatEvent,
  type ChatStreamReader,
  type StreamFrame,
  type JsonObject,
  type WireFormat,
} from '@formats';
import { type FrameCutter } from '../transport/event-frames';
import { type UpstreamAnswer } from '../transport/upstream-answer';
import { UpstreamFault } from '../transport/upstream-fault';

/** A stream that must become one JSON answer is held in memory, so its size is limited. */
const COLLECTED_BYTES_MAX = 64 * 1024 * 1024;
const SWITCHING_PROTOCOLS = 101;

/** An answer collected from a stream, or the error in which the stream ended. */
type Collected<Answer> = { readonly answer: Answer } | { readonly error: AnswerError };

/**
 * Reads a stream to its end.
 *
 * @returns the first error in it; null when there was none
 * @throws UpstreamFault when the stream breaks or ends before the answer does
 */
async function readToEnd(
  answer: UpstreamAnswer,
  cutter: FrameCutter,
  reader: ChatStreamReader,
  onEvent?: (event: ChatEvent) => void,
): Promise<AnswerError | null> {
  let error: AnswerError | null = null;
  let hasFinished = false;
  const add = (events: readonly ChatEvent[]): void => {
    for (const event of events) {
      if (event.type === 'error') error ??= event.error;
      hasFinished ||= event.type === 'finish';
      onEvent?.(event);
    }
  };
  // A WebSocket stays open after its last message until one side closes it; an HTTP connection is better left to end by
  // itself.
  const isSocket = answer.status === SWITCHING_PROTOCOLS;
  await answer.readAll(COLLECTED_BYTES_MAX, chunk => {
    for (const frame of cutter.take(chunk)) add(reader.read(frame));
    return isSocket && reader.isDone;
  });
  for (const frame of cutter.end()) add(reader.read(frame));
  add(reader.end());
  if (error === null && !hasFinished && !reader.isDone) throw new UpstreamFault('cut');
  return error;
}

/**
 * Collects a stream in a provider's own form into one canonical answer.
 *
 * @throws UpstreamFault when the stream breaks or ends before the answer does
 */
export async function collectEvents(
  answer: UpstreamAnswer,
  cutter: FrameCutter,
  reader: ChatStreamReader,
): Promise<Collected<ChatAnswer>> {
  const folder = new AnswerFolder();
  const error = await readToEnd(answer, cutter, reader, event => folder.add(event));
  return error ? { error } : { answer: folder.result() };
}

interface PassedAnswer {
  readonly answer: UpstreamAnswer;
  readonly cutter: FrameCutter;
  /** The format of the stream, and of its caller. */
  readonly format: WireFormat;
  /** @returns the event in the caller's format; null for frames that hold no event */
  unwrap(frame: StreamFrame): StreamFrame | null;
}

/**
 * Collects a stream in the caller's own format into the answer that the upstream should have sent, with every field
 * that the provider has added: docs/decisions/2026-11-collected-streams.md.
 *
 * @throws UpstreamFault when the stream breaks, ends before the answer does, or holds nothing usable
 */
export async function collectPassed({ answer, cutter, format, unwrap }: PassedAnswer): Promise<Collected<JsonObject>> {
  const collector = chatFormats[format].openCollector();
  const reader = chatFormats[format].openReader();
  const error = await readToEnd(answer, cutter, {
    read: frame => {
      const event = unwrap(frame);
      if (event === null) return [];
      collector.add(event);
      return reader.read(event);
    },
    end: () => reader.end(),
    get isDone() {
      return reader.isDone;
    },
  });
  if (error) return { error };
  const body = collector.result();
  if (body === null) throw new UpstreamFault('undecodable');
  return { answer: body };
}
