import { SSE_DONE, writeSse } from '@kernel';
import { chunksFromAnswer } from '@providers';
import type { RelayCall } from '../relay-call';
import type { ClientConnection } from './client-connection';
import type { Delivery } from './delivery';
import type { JsonAnswer } from './read-json-answer';

interface BodyDelivery {
  readonly call: RelayCall;
  readonly client: ClientConnection;
  readonly body: Buffer;
  readonly json: JsonAnswer;
}

/** Sends a whole answer as its bytes; a caller who asked for a stream gets a correct one made of it. */
export function deliverBody({ call, client, body, json }: BodyDelivery): Delivery {
  const ending = client.isGone ? 'clientGone' : 'completed';
  if (call.isStream) sendAsStream(client, body, call.wantsUsage);
  // Known to be JSON. What the upstream calls it does not matter: as HTML it would run on this very origin.
  else client.send(200, 'application/json', body);
  return { ending, usage: json.usage, generated: json.generated, problem: null };
}

function sendAsStream(client: ClientConnection, body: Buffer, includeUsage: boolean): void {
  if (client.isGone) return;
  client.openStream();
  const payloads = chunksFromAnswer(JSON.parse(body.toString('utf8')) as unknown, { includeUsage });
  client.write(payloads.map(payload => writeSse(payload)).join(''));
  client.end(SSE_DONE);
}
