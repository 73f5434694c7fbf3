import { AnswerFolder, CallRefusal, type ChatReading } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { CANARY_KEY, bodySent, testCall, testTarget } from '../../testing/adapter-conformance';
import { palm } from './index';

const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'assistant', content: 'Hello' },
  { role: 'user', content: 'Hi' },
  { role: 'user', content: 'there' },
];

describe('requests of type 11 (PaLM 2)', () => {
  it('go to the retired address with the key in a header', () => {
    const request = palm.buildRequest(testCall({ model: 'PaLM-2', messages }), testTarget(palm, { baseUrl: '' }));
    expect(request.url).toBe('https://generativelanguage.googleapis.com/v1beta2/models/chat-bison-001:generateMessage');
    expect(request.headers['x-goog-api-key']).toBe(CANARY_KEY);
    const elsewhere = testTarget(palm, { baseUrl: 'ftp://x' });
    expect(() => palm.buildRequest(testCall({ model: 'PaLM-2', messages }), elsewhere)).toThrow(ChannelAddressError);
  });

  it('join consecutive messages, limit the temperature and name dropped fields', () => {
    const call = testCall({ model: 'chat-bison-001', messages, temperature: 1.4, top_p: 0.9, n: 2, max_tokens: 5 });
    expect(bodySent(palm, call)).toEqual({
      prompt: {
        context: 'Be brief.',
        messages: [
          { author: '1', content: 'Hello' },
          { author: '0', content: 'Hi\nthere' },
        ],
      },
      temperature: 1,
      topP: 0.9,
      candidateCount: 2,
    });
    expect(call.dropped.list).toEqual(['max_tokens', 'temperature']);
  });

  it('end with the user, and refuse images', () => {
    const prefilled = testCall({ model: 'chat-bison-001', messages: [messages[2], messages[1]] });
    expect(bodySent(palm, prefilled).prompt).toMatchObject({ messages: [{}, {}, { author: '0', content: ' ' }] });
    const image = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }] }];
    expect(() => bodySent(palm, testCall({ model: 'chat-bison-001', messages: image }))).toThrow(CallRefusal);
  });
});

describe('answers of type 11 (PaLM 2)', () => {
  const { answer } = palm.buildRequest(testCall({ model: 'PaLM-2', messages }), testTarget(palm));
  const reading = answer as ChatReading; // this adapter serves chats only

  it('are read whole and as the only event of a stream', () => {
    const body = { candidates: [{ author: '1', content: 'Hello' }], messages: [{ author: '0', content: 'Hi' }] };
    const whole = reading.readAnswer(body);
    expect(whole.choices).toEqual([{ index: 0, blocks: [{ type: 'text', text: 'Hello' }], finish: 'stop' }]);
    const folder = new AnswerFolder();
    for (const event of reading.openReader().read({ event: '', data: JSON.stringify(body) })) folder.add(event);
    expect(folder.result()).toEqual(whole);
  });

  it('report a filter, and have no content when they are garbage', () => {
    const filtered = reading.readAnswer({ filters: [{ reason: 'SAFETY' }] });
    expect(filtered.choices).toEqual([{ index: 0, blocks: [], finish: 'contentFilter' }]);
    expect(reading.readAnswer('x').choices).toEqual([]);
    expect(reading.openReader().read({ event: '', data: '<html>' })).toEqual([]);
  });
});

it.each([
  [404, true],
  [400, true],
  [500, false],
])('disables the channel of PaLM 2 at %d: %s', (status, shouldDisableChannel) => {
  const body = '{"error":{"code":404,"message":"models/chat-bison-001 is not found","status":"NOT_FOUND"}}';
  const failure = palm.readFailure({ status, headers: {}, body });
  expect(failure).toMatchObject({ shouldDisableChannel, isRetryable: true });
  expect(failure.error.message.startsWith('PaLM 2 was shut down')).toBe(shouldDisableChannel);
});
