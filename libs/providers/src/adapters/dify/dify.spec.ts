import { CallRefusal, type ChatBlock, type ChatMessage } from '@formats';
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
import { dify } from './index';

const reading = chatReadingOf(dify, canonicalCall({}));
const workflow = chatReadingOf(dify, canonicalCall({}, { model: 'workflow-x' }));

describeOwnProtocol(dify, [{}, { other: 'workflow' }, { other: 'completion' }]);

describe('requests of type 37 (Dify)', () => {
  it.each([
    ['dify', '', '/v1/chat-messages'],
    ['completion-x', '', '/v1/completion-messages'],
    ['workflow-x', 'completion', '/v1/workflows/run'],
    ['dify', 'workflow', '/v1/workflows/run'],
    ['dify', 'nonsense', '/v1/chat-messages'],
  ])('for the model %s and the channel field "%s" go to %s', (model, other, path) => {
    const url = (baseUrl: string): string =>
      dify.buildRequest(canonicalCall({}, { model }), testTarget(dify, { baseUrl, other })).url;
    expect(url('')).toBe(`https://api.dify.ai${path}`);
    expect(url('https://host.example/v1')).toBe(`https://host.example${path}`);
  });

  it('send a single message as it is, always as a stream', () => {
    const call = canonicalCall({ messages: [say('user', 'Hello')], settings: { user: 'u1', temperature: 1 } });
    expect(sentTo(dify, call)).toEqual({
      inputs: {},
      query: 'Hello',
      response_mode: 'streaming',
      conversation_id: '',
      user: 'u1',
      auto_generate_name: false,
    });
    expect(call.dropped.list).toEqual(['temperature']);
  });

  const talk: ChatMessage[] = [
    say('system', 'Be brief.'),
    say('user', 'Weather?'),
    { role: 'assistant', blocks: [{ type: 'toolCall', id: 'c', name: 'f', arguments: '{}', kind: 'function' }] },
    { role: 'user', blocks: [{ type: 'toolResult', callId: 'c', content: [{ type: 'text', text: '21' }] }] },
    say('assistant', 'Warm.'),
    say('user', 'Sure?'),
  ];

  it('write a conversation line by line, and pass fields of this provider by name', () => {
    const call = canonicalCall(
      { messages: talk, extraFields: ['inputs', 'conversation_id'] },
      { fields: { inputs: { a: 1 }, conversation_id: 'c1' } },
    );
    expect(sentTo(dify, call)).toMatchObject({
      inputs: { a: 1 },
      conversation_id: 'c1',
      user: 'sluice',
      query: [
        'SYSTEM: Be brief.',
        'USER: Weather?',
        'USER: Function f returned: 21',
        'ASSISTANT: Warm.',
        'USER: Sure?',
      ].join('\n'),
    });
    expect(call.dropped.list).toEqual(['message.tool_calls']);
  });

  it('give a workflow the last message of the user as a variable', () => {
    const call = canonicalCall({ messages: talk }, { model: 'workflow-x' });
    expect(sentTo(dify, call)).toEqual({ inputs: { query: 'Sure?' }, response_mode: 'streaming', user: 'sluice' });
    expect(call.dropped.list).toContain('messages');
  });

  it('give a completion application the message as a variable', () => {
    const call = canonicalCall({}, { model: 'completion-x', fields: { inputs: { query: 'own' } } });
    expect(sentTo(dify, call)).toMatchObject({ inputs: { query: 'own' } });
  });

  it('carry images by address, and refuse them as data', () => {
    const asking = (block: ChatBlock): unknown =>
      sentTo(dify, canonicalCall({ messages: [{ role: 'user', blocks: [{ type: 'text', text: 'see' }, block] }] }));
    const url = 'https://a.example/b.png';
    expect(asking({ type: 'image', source: { kind: 'url', url } })).toMatchObject({
      query: 'see',
      files: [{ type: 'image', transfer_method: 'remote_url', url }],
    });
    expect(() => asking({ type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA==' } })).toThrow(
      CallRefusal,
    );
  });
});

describe('streams of type 37 (Dify)', () => {
  const message = (answer: string, event = 'message'): object => ({
    event,
    answer,
    message_id: 'm1',
    conversation_id: 'c',
  });
  const end = {
    event: 'message_end',
    metadata: { usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } },
  };

  it('of a chat end with usage, and skip nodes and pings', () => {
    const frames = [
      { event: 'ping', data: '' },
      { event: 'workflow_started' },
      { event: 'reasoning_chunk', reasoning: 'hm' },
      message('Hel'),
      message('lo'),
      { event: 'message_file', type: 'image', belongs_to: 'assistant', url: 'https://a.example/b.png' },
      { event: 'workflow_finished', data: { status: 'succeeded', outputs: { answer: 'Hello' } } },
      { event: 'tts_message', audio: 'AA==' },
      end,
      message('too late'),
    ];
    expect(folded(reading, frames)).toMatchObject({
      id: 'm1',
      choices: [
        {
          finish: 'stop',
          blocks: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'Hello![image](https://a.example/b.png)' },
          ],
        },
      ],
      usage: { usage: { promptTokens: 10, completionTokens: 2 } },
    });
  });

  it('of an agent repeat nothing', () => {
    const frames = [
      message('Hel', 'agent_message'),
      message('lo', 'agent_message'),
      message('Hello', 'agent_message'),
      end,
    ];
    expect(folded(reading, frames).choices[0]?.blocks).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  it('end as filtered when moderation replaces the answer', () => {
    expect(folded(reading, [message('Bad'), message('Sorry', 'message_replace')]).choices).toMatchObject([
      { finish: 'contentFilter', blocks: [{ text: 'Bad\nSorry' }] },
    ]);
  });

  const finished = (outputs: object, total_tokens = 7): object => ({
    event: 'workflow_finished',
    workflow_run_id: 'w1',
    data: { status: 'succeeded', outputs, total_tokens },
  });

  it.each([
    [[finished({ text: 'A' })], 'A'],
    [[finished({ result: 'B', more: 1 })], 'B'],
    [[finished({ more: 1 })], '{"more":1}'],
    [[{ event: 'text_chunk', data: { text: 'C' } }, finished({ text: 'not again' })], 'C'],
  ])('of a workflow contain its text or all its outputs, %#', (frames, text) => {
    expect(folded(workflow, frames)).toMatchObject({
      id: 'w1',
      choices: [{ finish: 'stop', blocks: [{ text }] }],
      usage: { usage: { promptTokens: 0, completionTokens: 7 } },
    });
  });

  it('that wait for a person report it and end', () => {
    expect(folded(workflow, [{ event: 'workflow_paused' }]).choices).toMatchObject([{ finish: 'stop', blocks: [{}] }]);
  });

  it.each([
    [{ event: 'error', status: 400, code: 'provider_quota_exceeded', message: 'no quota' }, 'provider_quota_exceeded'],
    [{ event: 'workflow_finished', data: { status: 'failed', error: 'node 3' } }, 'workflow_failed'],
  ])('may end in an error, %#', (frame, code) => {
    const events = eventsOf(reading, [message('Hal'), frame, end]);
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { code } });
    expect(events.filter(event => event.type === 'finish')).toEqual([]);
  });

  it('without a model report zero, which does not count as usage', () => {
    const zero = {
      event: 'message_end',
      metadata: { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } },
    };
    expect(folded(reading, [message('x'), zero]).usage).toEqual({ kind: 'missing' });
  });
});

it('reads whole answers of a Dify chat and of a workflow', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12, total_price: '0.0001' };
  const whole = { event: 'message', message_id: 'm1', answer: 'Hi', metadata: { usage } };
  expect(reading.readAnswer(whole)).toMatchObject({
    id: 'm1',
    choices: [{ blocks: [{ text: 'Hi' }], finish: 'stop' }],
  });
  expect(reading.isError?.(whole)).toBe(false);
  const run = {
    workflow_run_id: 'w1',
    task_id: 't',
    data: { status: 'succeeded', outputs: { text: 'A' }, total_tokens: 3 },
  };
  expect(workflow.readAnswer(run)).toMatchObject({ id: 'w1', choices: [{ blocks: [{ text: 'A' }] }] });
  expect(workflow.isError?.({ data: { status: 'failed', error: 'x' } })).toBe(true);
  expect(workflow.isError?.({ code: 'invalid_param', message: 'm', status: 400 })).toBe(true);
});

describe('refusals of type 37 (Dify)', () => {
  it.each([
    [400, 'invalid_param', { kind: 'badRequest', isRetryable: false }],
    [400, 'unsupported_file_type', { kind: 'badRequest', isRetryable: false }],
    [400, 'app_unavailable', { shouldDisableChannel: true, isRetryable: true }],
    [400, 'not_chat_app', { shouldDisableChannel: false, isRetryable: true }],
    [400, 'provider_not_initialize', { shouldDisableChannel: false, isRetryable: true }],
    [400, 'model_currently_not_support', { shouldDisableChannel: false, isRetryable: true }],
    [400, 'provider_quota_exceeded', { shouldDisableChannel: true, isRetryable: true }],
    [400, 'completion_request_error', { shouldDisableChannel: false, isRetryable: true }],
    [401, 'unauthorized', { kind: 'refused', shouldDisableChannel: true }],
    [403, 'forbidden', { shouldDisableChannel: true }],
    [404, 'not_found', { kind: 'badRequest', status: 404, isRetryable: false }],
    [404, 'conversation_not_exists', { kind: 'badRequest', isRetryable: false }],
    [413, 'file_too_large', { status: 413, isRetryable: false }],
    [415, 'unsupported_file_type', { status: 415, isRetryable: false }],
    [429, 'too_many_requests', { kind: 'busy', isRetryable: true, shouldDisableChannel: false }],
    [500, 'internal_server_error', { kind: 'broken', isRetryable: true }],
    [200, 'internal_server_error', { kind: 'broken', status: 503 }],
    [502, 'x', { kind: 'broken', isRetryable: true }],
  ])('are classified: %d %s', (status, code, expected) => {
    const body = JSON.stringify({ code, message: 'what happened', status });
    expect(dify.readFailure({ status, headers: {}, body })).toMatchObject({
      ...expected,
      error: { message: 'what happened' },
    });
  });
});
