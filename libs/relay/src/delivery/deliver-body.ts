import { chatFormats, chunksFromAnswer, eventsOfAnswer, type AnswerContext, type ChatAnswer } from '@formats';
import { SSE_DONE, writeSse } from '@kernel';
import { type RelayCall } from '../call/relay-call';
import { type ClientConnection } from './client-connection';
import { arrayOfEvents } from '../stream/array-flow';
import { type Delivery } from '../usage/delivery';
import { generatedIn } from '../stream/generated-events';
import { type JsonAnswer } from '../answer/read-json-answer';

interface BodyDelivery {
  readonly call: RelayCall;
  readonly client: ClientConnection;
  readonly body: Buffer;
  readonly contentType: string;
  readonly json: JsonAnswer;
  readonly context: AnswerContext;
}

/** Sends a whole response as its bytes; a caller who asked for a stream gets a correct stream made from it. */
export function deliverBody({ call, client, body, contentType, json, context }: BodyDelivery): Delivery {
  const ending = client.isGone ? 'clientGone' : 'completed';
  const { usage, generated, images, seconds, responseId } = json;
  const delivery: Delivery = {
    ending,
    usage,
    generated,
    problem: null,
    ...(images !== undefined && { images }),
    ...(seconds !== undefined && { seconds }),
  };
  if (!call.isStream || (call.endpoint !== 'chat' && call.endpoint !== 'completions')) {
    const shown = call.reshape === null ? body : Buffer.from(JSON.stringify(call.reshape(parse(body))));
    client.send(200, contentType, shown);
    if (responseId) return { ...delivery, responseId: () => responseId };
  } else if (call.endpoint === 'chat' && call.format !== 'openai') {
    sendEvents(call, client, chatFormats[call.format].readAnswer(parse(body)), context);
  } else sendChunks(client, body, call.wantsUsage);
  return delivery;
}

interface AnswerDelivery {
  readonly call: RelayCall;
  readonly client: ClientConnection;
  readonly answer: ChatAnswer;
  readonly context: AnswerContext;
}

/** Writes a whole answer that came in another form in the caller's format. */
export function deliverAnswer({ call, client, answer, context }: AnswerDelivery): Delivery {
  const ending = client.isGone ? 'clientGone' : 'completed';
  if (call.isStream) sendEvents(call, client, answer, context);
  else client.send(200, 'application/json', JSON.stringify(chatFormats[call.format].writeAnswer(answer, context)));
  return { ending, usage: answer.usage, generated: () => generatedIn(answer), problem: null };
}

function sendChunks(client: ClientConnection, body: Buffer, includeUsage: boolean): void {
  if (client.isGone) return;
  client.openStream();
  const payloads = chunksFromAnswer(parse(body), { includeUsage });
  client.write(payloads.map(payload => writeSse(payload)).join(''));
  client.end(SSE_DONE);
}

function sendEvents(call: RelayCall, client: ClientConnection, answer: ChatAnswer, context: AnswerContext): void {
  if (client.isGone) return;
  const writer = chatFormats[call.format].openWriter(context);
  client.openStream();
  const text =
    eventsOfAnswer(answer)
      .map(event => writer.write(event))
      .join('') + writer.end();
  client.end(call.isArrayStream ? arrayOfEvents(text) : text);
}

function parse(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8')) as unknown;
}
