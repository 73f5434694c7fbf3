import { CallRefusal, type FunctionTool } from '@formats';
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
import { cohere } from './index';

const tool: FunctionTool = { type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } };
const reading = chatReadingOf(cohere, canonicalCall({}));

describeOwnProtocol(cohere);

describe('requests of type 34 (Cohere)', () => {
  it('go to version 2 with the key, whatever version was typed', () => {
    const url = (baseUrl: string): string =>
      cohere.buildRequest(canonicalCall({}), testTarget(cohere, { baseUrl })).url;
    expect(url('')).toBe('https://api.cohere.ai/v2/chat');
    expect(url('https://relay.example/v2/')).toBe('https://relay.example/v2/chat');
    const request = cohere.buildRequest(canonicalCall({}, { isStream: true }), testTarget(cohere));
    expect(request.headers).toMatchObject({ authorization: 'Bearer sk-canary0123456789', accept: 'text/event-stream' });
  });

  it('write a tool loop in the provider’s form', () => {
    const call = canonicalCall(
      {
        messages: [
          say('developer', 'Be terse.'),
          say('user', 'Weather in Rome?'),
          {
            role: 'assistant',
            blocks: [
              { type: 'text', text: 'I will look it up.' },
              { type: 'toolCall', id: 'call_1', name: 'weather', arguments: '', kind: 'function' },
            ],
          },
          {
            role: 'user',
            blocks: [{ type: 'toolResult', callId: 'call_1', content: [{ type: 'text', text: '21 C' }] }],
          },
        ],
        tools: [tool],
        settings: { temperature: 0.3, topP: 1, maxTokens: 512, stop: ['a', 'b', 'c', 'd', 'e', 'f'], user: 'u' },
      },
      { model: 'command-a-03-2025', isStream: true },
    );
    expect(sentTo(cohere, call)).toEqual({
      model: 'command-a-03-2025',
      stream: true,
      messages: [
        { role: 'system', content: 'Be terse.' },
        { role: 'user', content: 'Weather in Rome?' },
        {
          role: 'assistant',
          tool_plan: 'I will look it up.',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '21 C' },
      ],
      tools: [{ type: 'function', function: { name: 'weather', description: '', parameters: tool.parameters } }],
      temperature: 0.3,
      p: 0.99,
      max_tokens: 512,
      stop_sequences: ['a', 'b', 'c', 'd', 'e'],
    });
    expect(call.dropped.list).toEqual(['stop', 'top_p', 'user']);
  });

  it.each([
    ['beside a plan', 'I look.', 'I look.', ['message.reasoning']],
    ['as the plan', '', 'hm', []],
  ])('adapt earlier reasoning %s of calls', (_name, text, plan, lost) => {
    const call = canonicalCall({
      messages: [
        say('user', 'q'),
        {
          role: 'assistant',
          blocks: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text },
            { type: 'toolCall', id: 'c', name: 'weather', arguments: '{}', kind: 'function' },
          ],
        },
      ],
    });
    expect(sentTo(cohere, call)).toMatchObject({ messages: [{}, { tool_plan: plan }] });
    expect(call.dropped.list).toEqual(lost);
  });

  it.each([
    [{ type: 'required' } as const, { tool_choice: 'REQUIRED' }, 2],
    [{ type: 'none' } as const, { tool_choice: 'NONE' }, 2],
    [{ type: 'tool', name: 'weather' } as const, { tool_choice: 'REQUIRED' }, 1],
    [{ type: 'allowed', names: ['weather'], isRequired: false } as const, {}, 1],
  ])('write the tool choice %j', (toolChoice, expected, count) => {
    const call = canonicalCall({ tools: [tool, { ...tool, name: 'time', strict: true }], settings: { toolChoice } });
    const body = sentTo(cohere, call) as { tools: unknown[] };
    expect(body).toMatchObject({ ...expected, strict_tools: true });
    expect(body.tools).toHaveLength(count);
  });

  it.each([
    [{ effort: 'none' } as const, { type: 'disabled' }],
    [{ budgetTokens: 500 } as const, { type: 'enabled', token_budget: 500 }],
    [{ budgetTokens: -1 } as const, { type: 'enabled' }],
    [{ effort: 'low' } as const, { type: 'enabled', token_budget: 2048 }],
  ])('write thinking as requested by %j', (reasoning, thinking) => {
    expect(sentTo(cohere, canonicalCall({ settings: { reasoning } }))).toMatchObject({ thinking });
  });

  it('carry a schema, images, earlier thoughts, and fields of this provider', () => {
    const schema = { type: 'object', properties: {}, required: ['a'] };
    const call = canonicalCall(
      {
        messages: [
          {
            role: 'user',
            blocks: [
              { type: 'text', text: 'see' },
              { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA==' }, detail: 'low' },
              { type: 'image', source: { kind: 'url', url: 'https://images.example/a.png' } },
            ],
          },
          {
            role: 'assistant',
            blocks: [
              { type: 'reasoning', text: 'hm' },
              { type: 'text', text: 'a cat' },
            ],
          },
          say('user', 'sure?'),
        ],
        settings: { responseFormat: { type: 'schema', name: 'x', schema } },
        extraFields: ['safety_mode', 'odd'],
      },
      { fields: { safety_mode: 'OFF' } },
    );
    expect(sentTo(cohere, call)).toMatchObject({
      safety_mode: 'OFF',
      response_format: { type: 'json_object', json_schema: schema },
      messages: [
        {
          content: [
            { type: 'text', text: 'see' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
            { type: 'image_url', image_url: { url: 'https://images.example/a.png' } },
          ],
        },
        {
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'text', text: 'a cat' },
          ],
        },
        { content: 'sure?' },
      ],
    });
    expect(call.dropped.list).toEqual(['odd']);
  });

  it('refuse audio', () => {
    const blocks = [{ type: 'audio', data: 'AA==', format: 'wav' }] as const;
    const call = canonicalCall({ messages: [{ role: 'user', blocks }] });
    expect(() => cohere.buildRequest(call, testTarget(cohere))).toThrow(CallRefusal);
  });
});

describe('answers of type 34 (Cohere)', () => {
  it('report the billed tokens, or else the tokens that the model saw', () => {
    const usage = { tokens: { input_tokens: 71, output_tokens: 4 }, cached_tokens: 60 };
    const billed = { ...usage, billed_units: { input_tokens: 5, output_tokens: 2 } };
    const read = (given: unknown): unknown => reading.readAnswer({ usage: given }).usage;
    expect(read(billed)).toMatchObject({ usage: { promptTokens: 5, cachedReadTokens: 0, completionTokens: 2 } });
    expect(read(usage)).toMatchObject({ usage: { promptTokens: 11, cachedReadTokens: 60, completionTokens: 4 } });
    expect(read(undefined)).toEqual({ kind: 'missing' });
  });

  it.each([
    ['COMPLETE', 'stop'],
    ['STOP_SEQUENCE', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['TOOL_CALL', 'toolCalls'],
    ['ERROR_TOXIC', 'contentFilter'],
    ['NEW_WORD', 'unknown'],
  ])('end with %s as %s', (reason, finish) => {
    expect(reading.readAnswer({ finish_reason: reason }).choices[0]?.finish).toBe(finish);
  });

  it('contain thoughts, text with its sources, and calls', () => {
    const sources = [{ type: 'document', document: { url: 'https://a.example', title: 'A' } }, { type: 'tool' }];
    const answer = reading.readAnswer({
      id: 'f2',
      message: {
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Hi' },
        ],
        tool_plan: 'not shown beside text',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: 'null' } }],
        citations: [{ start: 0, end: 2, sources }],
      },
    });
    expect(answer.choices[0]?.blocks).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hi', citations: [{ url: 'https://a.example', title: 'A', start: 0, end: 2 }] },
      { type: 'toolCall', id: 'c', name: 'f', arguments: '{}', kind: 'function' },
    ]);
  });

  it('stream parallel calls by their index, and the plan as text', () => {
    const call = (index: number, id: string): object => ({
      type: 'tool-call-start',
      index,
      delta: { message: { tool_calls: { id, type: 'function', function: { name: 'f', arguments: '' } } } },
    });
    const piece = (index: number, text: string): object => ({
      type: 'tool-call-delta',
      index,
      delta: { message: { tool_calls: { function: { arguments: text } } } },
    });
    const answer = folded(reading, [
      { type: 'message-start', id: 'm1', delta: {} },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: 'Plan' } } },
      call(0, 'a'),
      piece(0, '{"x":'),
      call(1, 'b'),
      piece(0, '1}'),
      { type: 'tool-call-end', index: 0 },
      { type: 'tool-call-end', index: 1 },
      { type: 'debug' },
      {
        type: 'message-end',
        delta: { finish_reason: 'TOOL_CALL', usage: { billed_units: { input_tokens: 1, output_tokens: 2 } } },
      },
      '[DONE]',
    ]);
    expect(answer).toMatchObject({
      id: 'm1',
      choices: [
        {
          finish: 'toolCalls',
          blocks: [
            { type: 'text', text: 'Plan' },
            { id: 'a', arguments: '{"x":1}' },
            { id: 'b', arguments: '{}' },
          ],
        },
      ],
      usage: { kind: 'reported', usage: { promptTokens: 1, completionTokens: 2 } },
    });
  });

  it('end in an error without a finish reason when the model failed', () => {
    const events = eventsOf(reading, [
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Hal' } } } },
      { type: 'message-end', delta: { finish_reason: 'ERROR', error: 'out of memory' } },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { message: 'out of memory' } });
    expect(events.some(event => event.type === 'finish')).toBe(false);
    expect(reading.isError?.({ finish_reason: 'ERROR' })).toBe(true);
    expect(reading.isError?.({ finish_reason: 'MAX_TOKENS', message: {} })).toBe(false);
  });
});

describe('refusals of type 34 (Cohere)', () => {
  it.each([
    [400, 'invalid request', { kind: 'badRequest', isRetryable: false, shouldDisableChannel: false }],
    [400, 'too many tokens: max 4096', { isRetryable: false, error: { code: 'context_length_exceeded' } }],
    [401, 'invalid api token', { kind: 'refused', isRetryable: true, shouldDisableChannel: true }],
    [402, 'please add a payment method', { shouldDisableChannel: true, status: 402 }],
    [403, 'forbidden', { shouldDisableChannel: true }],
    [404, "model 'x' was removed", { kind: 'modelUnavailable', isRetryable: true, shouldDisableChannel: false }],
    [422, 'unprocessable', { kind: 'badRequest', isRetryable: false, status: 422 }],
    [429, 'You are using a Trial key, limited to 20 API calls / minute', { kind: 'busy', shouldDisableChannel: false }],
    [429, 'You are using a Trial key, limited to 1000 API calls / month', { shouldDisableChannel: true }],
    [498, 'blocked input', { isRetryable: false, error: { code: 'content_filter' } }],
    [500, 'x', { kind: 'broken', isRetryable: true }],
    [503, 'x', { kind: 'broken', isRetryable: true }],
    [504, 'x', { kind: 'broken', isRetryable: true }],
  ])('are classified: %d %s', (status, message, expected) => {
    const failure = cohere.readFailure({ status, headers: {}, body: JSON.stringify({ message, id: 'x' }) });
    expect(failure).toMatchObject(expected);
    expect(failure.error.message).toBe(message);
  });
});

it('lists models of Cohere by name', () => {
  const body = '{"models":[{"name":"b"},{"name":"a"},{"name":"b"},{}]}';
  expect(cohere.models?.read(body)).toEqual(['a', 'b']);
  expect(cohere.models?.read('<html>')).toEqual([]);
});
