import { CallRefusal } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { testTarget } from '../../testing/adapter-conformance';
import {
  canonicalCall,
  chatReadingOf,
  describeOwnProtocol,
  eventsOf,
  folded,
  say,
  sentTo,
} from '../../testing/own-protocol';
import { aiProxy } from './index';

const LIBRARY = { other: 'lib_2f9' };
const reading = chatReadingOf(aiProxy, canonicalCall({}), LIBRARY);
const documents = [{ title: 'Manual p. 4', url: 'https://docs.example.com/4' }];

describeOwnProtocol(aiProxy, [LIBRARY]);

describe('requests of type 21 (AI Proxy)', () => {
  it('send the last message to the library', () => {
    const messages = [say('user', 'Hi'), say('assistant', 'Hello'), say('user', 'How do I reset the router?')];
    const call = canonicalCall({ messages, settings: { temperature: 1 } }, { model: 'gpt-3.5-turbo', isStream: true });
    const request = aiProxy.buildRequest(call, testTarget(aiProxy, { ...LIBRARY, baseUrl: '' }));
    expect(request).toMatchObject({
      url: 'https://api.aiproxy.io/api/library/ask',
      headers: { authorization: 'Bearer sk-canary0123456789', accept: 'text/event-stream' },
    });
    expect(JSON.parse(request.body?.toString() ?? '')).toEqual({
      model: 'gpt-3.5-turbo',
      query: 'How do I reset the router?',
      libraryId: 'lib_2f9',
      stream: true,
    });
    expect(call.dropped.list).toEqual(['messages', 'temperature']);
  });

  it('need the id of the library', () => {
    expect(() => sentTo(aiProxy, canonicalCall({}))).toThrow(ChannelAddressError);
  });

  it('refuse an image', () => {
    const blocks = [{ type: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } }] as const;
    expect(() => sentTo(aiProxy, canonicalCall({ messages: [{ role: 'user', blocks }] }), LIBRARY)).toThrow(
      CallRefusal,
    );
  });
});

describe('answers of type 21 (AI Proxy)', () => {
  const sources = '\n\nSources:\n\n1. [Manual p. 4](https://docs.example.com/4)';

  it('arrive whole with their documents and without usage', () => {
    const body = { success: true, answer: 'Hold the button.', documents, errCode: 0, message: '' };
    expect(reading.isError?.(body)).toBe(false);
    expect(reading.readAnswer(body)).toMatchObject({
      choices: [{ finish: 'stop', blocks: [{ type: 'text', text: `Hold the button.${sources}` }] }],
      usage: { kind: 'missing' },
    });
  });

  it.each([true, false])('arrive in pieces, with the end marked by: %s', finish => {
    const frames = [
      { content: 'Hold the ', finish: false, model: 'gpt-3.5-turbo', documents: [] },
      { content: 'button.', finish, model: 'gpt-3.5-turbo', documents },
    ];
    expect(folded(reading, frames)).toMatchObject({
      model: 'gpt-3.5-turbo',
      choices: [{ finish: 'stop', blocks: [{ text: `Hold the button.${sources}` }] }],
    });
    expect(eventsOf(reading, frames).filter(event => event.type === 'finish')).toHaveLength(1);
  });

  it('escape titles and addresses that markdown would misread', () => {
    const odd = [{ title: 'a ](b)', url: 'https://x.example/(a) b' }, { title: 'no address' }, {}];
    expect(reading.readAnswer({ answer: '', documents: odd }).choices[0]?.blocks).toEqual([
      { type: 'text', text: '\n\nSources:\n\n1. [a \\](b)](https://x.example/%28a%29%20b)\n2. no address' },
    ]);
  });

  it('are errors when the library reports one', () => {
    const body = { success: false, errCode: 7, message: 'points not enough' };
    expect(reading.isError?.(body)).toBe(true);
    expect(eventsOf(reading, [{ content: 'Hal', finish: false }, body]).at(-1)).toMatchObject({
      type: 'error',
      error: { message: 'points not enough (7)', code: '7' },
    });
  });
});

describe('refusals of type 21 (AI Proxy)', () => {
  it.each([
    [200, 'points not enough', { shouldDisableChannel: true, status: 403 }],
    [200, 'insufficient balance', { shouldDisableChannel: true }],
    [200, 'invalid api key', { shouldDisableChannel: true, status: 401 }],
    [401, 'x', { shouldDisableChannel: true }],
    [200, 'library not found', { shouldDisableChannel: false, isRetryable: false, status: 404 }],
    [429, 'slow down', { kind: 'busy', isRetryable: true, shouldDisableChannel: false }],
    [500, 'x', { kind: 'broken', isRetryable: true }],
    [200, 'something else', { kind: 'broken', isRetryable: true, shouldDisableChannel: false }],
  ])('are classified: %d %s', (status, message, expected) => {
    const body = JSON.stringify({ success: false, errCode: 1, message });
    expect(aiProxy.readFailure({ status, headers: {}, body })).toMatchObject(expected);
  });
});
