import { answerFromChunks } from '@providers';
import type { UpstreamAnswer } from '../transport/upstream-answer';
import { UpstreamFault } from '../transport/upstream-fault';
import { eventPayloads } from './event-window';

/** A stream that must become one JSON answer is held in memory. */
const COLLECTED_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Collects an event stream that nobody asked for into the one answer that was asked for.
 *
 * @throws UpstreamFault when the stream breaks or holds nothing usable
 */
export async function collectStream(answer: UpstreamAnswer): Promise<Buffer> {
  const collected = answerFromChunks(eventPayloads(await answer.readAll(COLLECTED_BYTES_MAX)));
  if (!collected) throw new UpstreamFault('undecodable');
  return Buffer.from(JSON.stringify(collected));
}
