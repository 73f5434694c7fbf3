import { DroppedFields, CallRefusal, type ChatCall, type ChatMessage, type ChatReading } from '@formats';
import { arbitraryCall } from '@formats/testing';
import { SseParser } from '@kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { canonicalCall, chatReadingOf, describeOwnProtocol, folded, say, sentTo } from '../../testing/own-protocol';
import { workshopBody } from './workshop-request';
import { baidu } from './index';

const LEGACY = { key: 'ak-example1|sk-example2', baseUrl: '', accessToken: '24.token' };

describeOwnProtocol(baidu, [LEGACY, { key: '24.a1b2' }], 'ERNIE-4.0-8K');

/** The messages that the first generation receives for this conversation. */
function legacy(
  messages: readonly ChatMessage[],
  changes: Partial<ChatCall> = {},
): { readonly body: Record<string, unknown>; readonly lost: readonly string[] } {
  const call = canonicalCall({ messages, ...changes }, { fields: { model: 'ERNIE-4.0-8K' } });
  return { body: sentTo(baidu, call, LEGACY) as Record<string, unknown>, lost: call.dropped.list };
}

function user(text: string): ChatMessage {
  return say('user', text);
}

function assistant(text: string): ChatMessage {
  return say('assistant', text);
}

const weather = { type: 'function', name: 'get_weather' } as const;

function reading(): ChatReading {
  return chatReadingOf(baidu, canonicalCall({}), LEGACY);
}

function fixture(file: string): string {
  return readFileSync(join(__dirname, '__fixtures__', file), 'utf8');
}

function framesOf(file: string): ReturnType<SseParser['push']> {
  return new SseParser().push(Buffer.from(fixture(file)));
}

describe('calls of the first generation of Baidu’s API', () => {
  it('separate instructions from messages and switch the search off', () => {
    const messages: ChatMessage[] = [
      { role: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'developer', blocks: [{ type: 'text', text: 'In verse.' }] },
      user('Hi'),
    ];
    expect(legacy(messages)).toMatchObject({
      body: { system: 'Be brief.\nIn verse.', messages: [{ role: 'user', content: 'Hi' }], disable_search: true },
      lost: [],
    });
  });

  it.each<[string, ChatMessage[], unknown[], string[]]>([
    ['neighbours become one', [user('a'), user('b')], [['user', 'a\nb']], []],
    ['the assistant does not begin', [assistant('x'), user('a')], [['user', 'a']], ['message.assistant']],
    [
      'the assistant does not end',
      [user('a'), assistant('x')],
      [
        ['user', 'a'],
        ['assistant', 'x'],
        ['user', 'continue'],
      ],
      ['message.prefill'],
    ],
    ['nobody speaks', [], [['user', 'continue']], []],
  ])('follow the provider’s rules for turns: %s', (_name, messages, turns, lost) => {
    const { body, lost: named } = legacy(messages);
    const sent = body.messages as { role: string; content: string }[];
    expect(sent.map(({ role, content }) => [role, content])).toEqual(turns);
    expect(named).toEqual(lost);
  });

  it('give each of two parallel calls a turn and a result', () => {
    const messages: ChatMessage[] = [
      user('Weather?'),
      {
        role: 'assistant',
        blocks: [
          { type: 'text', text: 'Let me see.' },
          { type: 'toolCall', id: 'a', name: 'get_weather', arguments: '{"city":"Oslo"}', kind: 'function' },
          { type: 'toolCall', id: 'b', name: 'get_weather', arguments: '{"city":"Ulm"}', kind: 'function' },
        ],
      },
      {
        role: 'user',
        blocks: [
          { type: 'toolResult', callId: 'a', content: [{ type: 'text', text: '{"degrees":3}' }] },
          { type: 'toolResult', callId: 'b', content: [{ type: 'text', text: 'warm' }] },
          { type: 'text', text: 'And now?' },
        ],
      },
    ];
    const { body, lost } = legacy(messages, { tools: [weather] });
    expect(body.messages).toEqual([
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: 'Let me see.',
        function_call: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
      },
      { role: 'function', name: 'get_weather', content: '{"degrees":3}' },
      { role: 'assistant', content: ' ', function_call: { name: 'get_weather', arguments: '{"city":"Ulm"}' } },
      { role: 'function', name: 'get_weather', content: '{"result":"warm"}' },
      { role: 'assistant', content: 'OK' },
      { role: 'user', content: 'And now?' },
    ]);
    expect(body.functions).toEqual([
      { name: 'get_weather', description: 'get_weather', parameters: { type: 'object', properties: {} } },
    ]);
    expect(lost).toEqual([]);
  });

  it('follow the provider’s rules for every conversation, or are refused', () => {
    fc.assert(
      fc.property(arbitraryCall(), call => {
        let sent: { role: string; content: string; function_call?: unknown }[];
        try {
          const body = workshopBody(call, { model: 'ernie-3.5-128k', isStream: false }, new DroppedFields());
          sent = body.messages as typeof sent;
        } catch (error) {
          expect(error).toBeInstanceOf(CallRefusal);
          return;
        }
        expect(sent.length % 2).toBe(1);
        sent.forEach((turn, index) => {
          expect(turn.content).not.toBe('');
          expect(turn.role === 'assistant').toBe(index % 2 === 1);
          expect(turn.role === 'function').toBe(index > 0 && sent[index - 1]?.function_call !== undefined);
        });
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, ChatCall['settings'], Record<string, unknown>, string[]]>([
    ['a temperature of zero', { temperature: 0 }, { temperature: 0.01 }, ['temperature']],
    ['a temperature above one', { temperature: 1.4 }, { temperature: 1 }, ['temperature']],
    ['a good temperature', { temperature: 0.5, topP: 0.9 }, { temperature: 0.5, top_p: 0.9 }, []],
    ['one token', { maxTokens: 1 }, { max_output_tokens: 2 }, ['max_tokens']],
    ['more tokens than an 8K model gives', { maxTokens: 9_000 }, { max_output_tokens: 2048 }, ['max_tokens']],
    [
      'penalties',
      { presencePenalty: 1, frequencyPenalty: 0.5 },
      { penalty_score: 1.5 },
      ['frequency_penalty', 'presence_penalty'],
    ],
    ['stops', { stop: ['a', 'b'.repeat(21)] }, { stop: ['a'] }, ['stop']],
    ['a user', { user: 'u1' }, { user_id: 'u1' }, []],
    ['json', { responseFormat: { type: 'json' } }, { response_format: 'json_object' }, []],
    ['things it has no word for', { seed: 1, n: 2, logprobs: true }, {}, ['logprobs', 'n', 'seed']],
  ])('are adapted to the limits of the provider: %s', (_name, settings, expected, lost) => {
    const result = legacy([user('hi')], { settings });
    expect(result.body).toEqual({ messages: [{ role: 'user', content: 'hi' }], disable_search: true, ...expected });
    expect(result.lost).toEqual(lost);
  });

  it('describe a schema in an instruction', () => {
    const { body, lost } = legacy([user('hi')], {
      settings: { responseFormat: { type: 'schema', name: 's', schema: { type: 'object' } } },
    });
    expect(body.response_format).toBe('json_object');
    expect(body.system).toContain('{"type":"object"}');
    expect(lost).toEqual(['response_format']);
  });

  it('search on request', () => {
    expect(legacy([user('hi')], { tools: [{ type: 'webSearch' }] })).toMatchObject({
      body: { disable_search: false },
      lost: [],
    });
  });

  it('name the function that must be called, and offer none that must not be called', () => {
    const chosen = legacy([user('hi')], {
      tools: [weather],
      settings: { toolChoice: { type: 'tool', name: 'get_weather' } },
    });
    expect(chosen.body.tool_choice).toEqual({ type: 'function', function: { name: 'get_weather' } });
    const none = legacy([user('hi')], { tools: [weather], settings: { toolChoice: { type: 'none' } } });
    expect(none.body).not.toHaveProperty('functions');
  });

  it('refuse an image', () => {
    const image: ChatMessage = {
      role: 'user',
      blocks: [{ type: 'image', source: { kind: 'url', url: 'https://x/y.png' } }],
    };
    expect(() => legacy([image])).toThrow(CallRefusal);
  });
});

describe('answers of the first generation of Baidu’s API', () => {
  const usage = { promptTokens: 7, completionTokens: 3 };

  it('are read whole', () => {
    expect(reading().readAnswer(JSON.parse(fixture('workshop.json')))).toMatchObject({
      id: 'as-1x2y3z',
      choices: [{ blocks: [{ type: 'text', text: 'Hello!' }], finish: 'stop' }],
      usage: { kind: 'reported', usage },
    });
  });

  it('are joined from a stream, with the usage of the last event', () => {
    expect(folded(reading(), framesOf('workshop.sse'))).toMatchObject({
      id: 'as-1',
      choices: [{ blocks: [{ type: 'text', text: 'Hello!' }], finish: 'stop' }],
      usage: { kind: 'reported', usage },
    });
  });

  it('contain a call together with the thoughts that led to it', () => {
    expect(folded(reading(), framesOf('workshop-call.sse')).choices).toEqual([
      {
        index: 0,
        blocks: [
          { type: 'reasoning', text: 'I need the weather.' },
          {
            type: 'toolCall',
            id: expect.stringMatching(/^call_\w{8,}$/) as string,
            name: 'get_weather',
            arguments: '{"city":"Oslo"}',
            kind: 'function',
          },
        ],
        finish: 'toolCalls',
      },
    ]);
  });

  it.each([
    [{ finish_reason: 'length' }, 'length'],
    [{ is_truncated: true, finish_reason: 'normal' }, 'length'],
    [{ finish_reason: 'content_filter' }, 'contentFilter'],
    [{ need_clear_history: true }, 'contentFilter'],
    [{ finish_reason: 'stop' }, 'stop'],
  ])('for %j end with %s', (fields, finish) => {
    expect(reading().readAnswer({ id: 'x', result: 'a', ...fields }).choices[0]?.finish).toBe(finish);
  });

  it('cite the pages of a search', () => {
    const pages = { search_results: [{ index: 1, url: 'https://a.example', title: 'A' }, {}] };
    expect(reading().readAnswer({ result: 'a', search_info: pages }).choices[0]?.blocks).toEqual([
      { type: 'text', text: 'a', citations: [{ url: 'https://a.example', title: 'A' }] },
    ]);
  });

  it('are errors when they contain an error code, in a body and inside a stream', () => {
    const error = { error_code: 336501, error_msg: 'Rate limit reached for RPM', id: 'as-1' };
    expect(reading().isError?.(error)).toBe(true);
    expect(reading().isError?.({ error_code: 0, result: 'a' })).toBe(false);
    expect(
      reading()
        .openReader()
        .read({ event: '', data: JSON.stringify(error) }),
    ).toEqual([
      { type: 'error', error: { message: 'Rate limit reached for RPM', code: '336501', type: 'upstream_error' } },
    ]);
  });

  it.each(['', '[]', '5', 'null', '{"result":5,"function_call":[],"usage":7}', '{'])(
    'are read without an exception: %j',
    data => {
      expect(() => reading().openReader().read({ event: '', data })).not.toThrow();
    },
  );
});
