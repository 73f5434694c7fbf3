import {
  AnswerFolder,
  answerFromChunks,
  type AnswerError,
  type ChatAnswer,
  type ChatEvent,
  type ChatStreamReader,
} from '@formats';
import { type FrameCutter } from '../transport/event-frames';
import { type UpstreamAnswer } from '../transport/upstream-answer';
import { UpstreamFault } from '../transport/upstream-fault';
import { eventPayloads } from '../stream/event-window';

/** A stream that must become one JSON answer is held in memory, so its size is limited. */
const COLLECTED_BYTES_MAX = 64 * 1024 * 1024;
const SWITCHING_PROTOCOLS = 101;

/**
 * Collects an event stream that the caller did not ask for into the one answer that it asked for.
 *
 * @throws UpstreamFault when the stream breaks or holds nothing usable
 */
export async function collectStream(answer: UpstreamAnswer): Promise<Buffer> {
  const collected = answerFromChunks(eventPayloads(await answer.readAll(COLLECTED_BYTES_MAX)));
  if (!collected) throw new UpstreamFault('undecodable');
  return Buffer.from(JSON.stringify(collected));
}

/** An answer collected from a stream, or the error in which the stream ended. */
export type Collected = { readonly answer: ChatAnswer } | { readonly error: AnswerError };

/**
 * Collects a stream in another form than chat chunks into one answer.
 *
 * @throws UpstreamFault when the stream breaks or ends before the answer does
 */
export async function collectEvents(
  answer: UpstreamAnswer,
  cutter: FrameCutter,
  reader: ChatStreamReader,
): Promise<Collected> {
  const folder = new AnswerFolder();
  let hasFinished = false;
  const add = (events: readonly ChatEvent[]): void => {
    for (const event of events) {
      hasFinished ||= event.type === 'finish';
      folder.add(event);
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
  if (folder.error) return { error: folder.error };
  if (!hasFinished && !reader.isDone) throw new UpstreamFault('cut');
  return { answer: folder.result() };
}
