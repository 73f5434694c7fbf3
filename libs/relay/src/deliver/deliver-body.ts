import { SSE_DONE, writeSse } from '@kernel';
import { answerFromChunks, chunksFromAnswer, findUsage, generatedTextOf, readOpenAiUsage } from '@providers';
import type { RelayCall } from '../relay-call';
import type { UpstreamAnswer } from '../transport/upstream-answer';
import { UpstreamFault } from '../transport/upstream-fault';
import type { ClientConnection } from './client-connection';
import type { Delivery } from './delivery';
import { eventPayloads } from './event-window';
import type { JsonAnswer } from './read-json-answer';

/** A stream that must become one JSON answer is held in memory. */
const COLLECTED_BYTES_MAX = 64 * 1024 * 1024;

interface BodyDelivery {
  readonly call: RelayCall;
  readonly client: ClientConnection;
  readonly body: Buffer;
  readonly contentType: string;
  readonly json: JsonAnswer;
}

/** Sends a whole answer as its bytes; a caller who asked for a stream gets a correct one made of it. */
export function deliverBody({ call, client, body, contentType, json }: BodyDelivery): Delivery {
  const ending = client.isGone ? 'clientGone' : 'completed';
  if (call.isStream) sendAsStream(client, body, call.wantsUsage);
  else client.send(200, contentType || 'application/json', body);
  return { ending, usage: json.usage, generated: json.generated, problem: null };
}

function sendAsStream(client: ClientConnection, body: Buffer, includeUsage: boolean): void {
  client.openStream();
  const payloads = chunksFromAnswer(JSON.parse(body.toString('utf8')) as unknown, { includeUsage });
  client.write(payloads.map(payload => writeSse(payload)).join(''));
  client.end(SSE_DONE);
}

/**
 * Collects an event stream that nobody asked for into the one answer that was asked for.
 *
 * @throws UpstreamFault when the stream breaks or holds nothing usable
 */
export async function deliverCollected(answer: UpstreamAnswer, client: ClientConnection): Promise<Delivery> {
  const bytes = await answer.readAll(COLLECTED_BYTES_MAX);
  const collected = answerFromChunks(eventPayloads(bytes));
  if (!collected) throw new UpstreamFault('undecodable');
  const ending = client.isGone ? 'clientGone' : 'completed';
  client.send(200, 'application/json', JSON.stringify(collected));
  return {
    ending,
    usage: readOpenAiUsage(findUsage(collected)),
    generated: () => generatedTextOf(collected),
    problem: null,
  };
}
