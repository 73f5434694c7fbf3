import { chatFormats, generatedIn, streamOfAnswer, type AnswerContext, type ChatAnswer } from '@formats';
import { type RelayCall } from '../call/relay-call';
import { type ClientConnection } from './client-connection';
import { arrayOfEvents } from '../stream/array-flow';
import { type Delivery } from '../usage/delivery';
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
  const whole: Delivery = { ending, usage, generated, problem: null };
  const counted = images === undefined ? whole : { ...whole, images };
  const delivery: Delivery = seconds === undefined ? counted : { ...counted, seconds };
  if (!call.isStream || (call.endpoint !== 'chat' && call.endpoint !== 'completions')) {
    const shown = call.reshape === null ? body : Buffer.from(JSON.stringify(call.reshape(parse(body))));
    client.send(200, contentType, shown);
    if (responseId) return { ...delivery, responseId: () => responseId };
  } else sendStream(call, client, () => chatFormats[call.format].splitAnswer(parse(body), context));
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
  const format = chatFormats[call.format];
  if (call.isStream) sendStream(call, client, () => streamOfAnswer(answer, format.openWriter(context)));
  else client.send(200, 'application/json', JSON.stringify(format.writeAnswer(answer, context)));
  return { ending, usage: answer.usage, generated: () => generatedIn(answer), problem: null };
}

function sendStream(call: RelayCall, client: ClientConnection, write: () => string): void {
  if (client.isGone) return;
  const text = write();
  client.openStream();
  client.end(call.isArrayStream ? arrayOfEvents(text) : text);
}

function parse(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8')) as unknown;
}
