import { chatFormats, DroppedFields } from '@formats';
import { adapterFor, type ReframeReading, type UpstreamCall } from '@providers';
import { EventStreamCodec, type MessageHeaders } from '@smithy/eventstream-codec';
import * as fastCheck from 'fast-check';
import { PassFlow } from '../stream/pass-flow';
import { ReframeFlow } from '../stream/reframe-flow';
import { frameCutter } from './event-frames';

/* Cutting, unwrapping and framing together, as a stream of type 33 passes them on its way to a Messages caller. */

const codec = new EventStreamCodec(
  bytes => Buffer.from(bytes as Uint8Array).toString('utf8'),
  text => Buffer.from(text, 'utf8'),
);

function message(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const typed: MessageHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }]),
  );
  return Buffer.from(codec.encode({ headers: typed, body: Buffer.from(JSON.stringify(payload)) }));
}

function chunk(event: object): Buffer {
  return message(
    { ':message-type': 'event', ':event-type': 'chunk' },
    { bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcdef' },
  );
}

const usage = { input_tokens: 12, output_tokens: 1 };
const start = { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], usage } };
const events = [
  start,
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Grüße 👋' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
  { type: 'message_stop' },
];

function readingOfCall(): ReframeReading {
  const parsed = { model: 'claude-opus-5', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }], stream: true };
  const call: UpstreamCall = {
    endpoint: 'chat',
    format: 'anthropic',
    model: parsed.model,
    requestedModel: parsed.model,
    body: Buffer.from(JSON.stringify(parsed)),
    contentType: 'application/json',
    parsed,
    isStream: true,
    addUsageOption: false,
    chat: () => chatFormats.anthropic.readCall(parsed),
    dropped: new DroppedFields(),
    callerHeaders: {},
  };
  const key = 'AKIDEXAMPLE|secret|us-east-1';
  const target = { id: 1, type: 33, key, baseUrl: '', other: '', organization: null };
  const answer = adapterFor(33)?.buildRequest(call, target).answer;
  if (answer?.kind !== 'reframe') throw new Error('no reframing');
  return answer;
}

const reading = readingOfCall();

function openFlow(): ReframeFlow {
  return new ReframeFlow(new PassFlow(chatFormats.anthropic), frameCutter('aws'), frame => reading.unwrap(frame));
}

describe('a stream of channel type 33', () => {
  const bytes = Buffer.concat(events.map(chunk));
  const shown = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

  it('reaches callers of its format as events, wherever the network cuts it', () => {
    fastCheck.assert(
      fastCheck.property(fastCheck.array(fastCheck.nat(bytes.length), { maxLength: 30 }), cuts => {
        const flow = openFlow();
        const places = [...cuts, bytes.length].sort((first, second) => first - second);
        const pieces = places.map((place, index) => flow.take(bytes.subarray(places[index - 1] ?? 0, place)));
        expect(Buffer.concat([...pieces, flow.end()]).toString()).toBe(shown);
        expect(flow.isDone).toBe(true);
        expect(flow.usage).toMatchObject({ usage: { promptTokens: 12, completionTokens: 7 } });
      }),
      { seed: 33, numRuns: 60 },
    );
  });

  it('breaks for them as their own stream would', () => {
    const exception = { ':message-type': 'exception', ':exception-type': 'modelStreamErrorException' };
    const flow = openFlow();
    const text = flow.take(Buffer.concat([chunk(start), message(exception, { message: 'lost' })])).toString();
    expect(text).toMatch(/event: error\ndata: \{"type":"error","error":\{"type":"api_error","message":"lost"\}\}\n\n$/);
    expect(flow.errorMessage).toBe('lost');
    expect(flow.isComplete()).toBe(false);
  });
});
