import { type ChatEvent } from '../canonical/chat-answer';
import { contextOf, parsedEvents, responseOf, typesOf, written } from './testing/streams';
import { responses } from './index';

const start: ChatEvent = { type: 'start', id: 'x', model: 'real' };

function textEvent(text: string): ChatEvent {
  return { type: 'text', choice: 0, text };
}

function callEvent(call: number, name = 'f'): ChatEvent {
  return {
    type: 'toolCall',
    choice: 0,
    call,
    id: `c${call}`,
    name,
    kind: 'function',
  };
}

function argumentsEvent(call: number, text: string): ChatEvent {
  return { type: 'toolArguments', choice: 0, call, text };
}

function finish(reason: 'stop' | 'length' | 'toolCalls' | 'contentFilter'): ChatEvent {
  return {
    type: 'finish',
    choice: 0,
    reason,
  };
}

describe('the stream of an answer', () => {
  it('has every event for reasoning, text and a call, in order', () => {
    const events = written([
      start,
      { type: 'reasoning', choice: 0, text: 'hm' },
      textEvent('He'),
      textEvent('llo'),
      callEvent(0),
      argumentsEvent(0, '{"a"'),
      argumentsEvent(0, ':1}'),
      finish('toolCalls'),
    ]);
    expect(typesOf(events)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ]);
    const added = events.filter(event => event.type === 'response.output_item.added');
    expect(added.map(event => event.output_index)).toEqual([0, 1, 2]);
    const done = events.filter(event => event.type === 'response.output_item.done').map(event => event.item);
    expect(responseOf(events)).toMatchObject({ status: 'completed', model: 'asked', output: done });
    expect(done).toEqual([
      { id: 'rs_2', type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
      {
        id: 'msg_3',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hello', annotations: [], logprobs: [] }],
      },
      { id: 'fc_4', type: 'function_call', status: 'completed', call_id: 'c0', name: 'f', arguments: '{"a":1}' },
    ]);
  });

  it('repeats fields of the request and stores nothing', () => {
    const parsed = {
      instructions: 'be brief',
      temperature: 0.5,
      text: { verbosity: 'low' },
      store: true,
      metadata: { a: 'b' },
    };
    const [created] = written([start], parsed);
    expect(created?.response).toMatchObject({
      status: 'in_progress',
      instructions: 'be brief',
      temperature: 0.5,
      text: { format: { type: 'text' }, verbosity: 'low' },
      metadata: { a: 'b' },
      store: false,
      output: [],
      usage: null,
    });
  });

  it('keeps two calls apart whose arguments interleave', () => {
    const events = written([
      callEvent(0),
      callEvent(1, 'g'),
      argumentsEvent(0, '{"a"'),
      argumentsEvent(1, '{"b"'),
      argumentsEvent(0, ':1}'),
      argumentsEvent(1, ':2}'),
      finish('toolCalls'),
    ]);
    expect(responseOf(events).output).toMatchObject([
      { call_id: 'c0', name: 'f', arguments: '{"a":1}' },
      { call_id: 'c1', name: 'g', arguments: '{"b":2}' },
    ]);
    const deltas = events.filter(event => event.type === 'response.function_call_arguments.delta');
    expect(deltas.map(event => event.output_index)).toEqual([0, 1, 0, 1]);
  });

  it('closes items in their order, although calls stay open until the end', () => {
    const events = written([callEvent(0), textEvent('and'), argumentsEvent(0, '{}'), finish('stop')]);
    const done = events.filter(event => event.type === 'response.output_item.done');
    expect(done.map(event => event.output_index)).toEqual([0, 1]);
  });

  it('gives a call without arguments an empty object', () => {
    expect(responseOf(written([callEvent(0)])).output).toMatchObject([{ arguments: '{}' }]);
  });

  it('holds one empty message when nothing at all was produced', () => {
    const events = written([]);
    expect(responseOf(events).output).toMatchObject([{ type: 'message', content: [{ text: '' }] }]);
    expect(events.at(-1)?.type).toBe('response.completed');
  });

  it('reports estimated usage when the provider reported none, and the provider’s otherwise', () => {
    expect(responseOf(written([textEvent('hello')])).usage).toMatchObject({ input_tokens: 7 });
    const usage = responses.readAnswer({ usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 } }).usage;
    expect(responseOf(written([textEvent('hello'), { type: 'usage', usage }])).usage).toEqual({
      input_tokens: 3,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 4,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 7,
    });
  });

  it.each([
    ['length', 'max_output_tokens'],
    ['contentFilter', 'content_filter'],
  ] as const)('is incomplete after %s', (reason, received) => {
    const events = written([callEvent(0), argumentsEvent(0, '{"a'), finish(reason)]);
    expect(events.at(-1)?.type).toBe('response.incomplete');
    expect(responseOf(events)).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: received },
      output: [{ status: 'incomplete', arguments: '{"a' }],
    });
  });

  it('ends with an error and a failed response, and nothing that looks like success', () => {
    const writer = responses.openWriter(contextOf());
    const first = writer.write(textEvent('Hel'));
    const error = { message: 'gone', type: 'server_error', code: 'upstream_broken', status: 502 };
    const events = parsedEvents(first + writer.fail(error) + writer.end() + writer.write(textEvent('lo')));
    expect(typesOf(events).slice(-2)).toEqual(['error', 'failed']);
    expect(events.at(-2)).toMatchObject({ code: 'upstream_broken', message: 'gone', param: null });
    expect(responseOf(events)).toMatchObject({ status: 'failed', error: { code: 'upstream_broken', message: 'gone' } });
    expect(events.some(event => event.type === 'response.output_item.done')).toBe(false);
  });

  it('shows refusals, citations, logprobs and images', () => {
    const citation = { url: 'https://a.example', title: 'A', start: 0, end: 2 };
    const events = written([
      textEvent('Hi'),
      { type: 'logprobs', choice: 0, logprobs: { content: [{ token: 'Hi', logprob: -1 }] } },
      { type: 'citation', choice: 0, citation },
      { type: 'refusal', choice: 0, text: 'no' },
      { type: 'image', choice: 0, mime: 'image/png', data: 'AAAA' },
      finish('stop'),
    ]);
    const annotation = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 2 };
    expect(responseOf(events).output).toMatchObject([
      {
        content: [
          { type: 'output_text', text: 'Hi', annotations: [annotation], logprobs: [{ token: 'Hi', logprob: -1 }] },
          { type: 'refusal', refusal: 'no' },
        ],
      },
      { type: 'image_generation_call', result: 'AAAA', output_format: 'png', status: 'completed' },
    ]);
    expect(typesOf(events)).toContain('output_text.annotation.added');
    expect(typesOf(events)).toContain('refusal.done');
  });
});

describe('tools that only this format has', () => {
  const tools = [
    { type: 'custom', name: 'sql' },
    { type: 'local_shell' },
    { type: 'shell' },
    { type: 'apply_patch' },
    {
      type: 'namespace',
      name: 'crm',
      tools: [
        { type: 'function', name: 'open' },
        { type: 'custom', name: 'ask' },
      ],
    },
  ];
  const outputOf = (name: string, args: string, kind: 'function' | 'custom' = 'function'): unknown => {
    const call: ChatEvent = { type: 'toolCall', choice: 0, call: 0, id: 'c0', name, kind };
    const events = written([call, argumentsEvent(0, args), finish('toolCalls')], { tools });
    expect(events.filter(event => event.type === 'response.output_item.done')).toHaveLength(1);
    return (responseOf(events).output as unknown[])[0];
  };

  it.each([
    ['sql', '{"input":"SELECT 1"}', { type: 'custom_tool_call', name: 'sql', input: 'SELECT 1', call_id: 'c0' }],
    ['sql', 'SELECT 1', { type: 'custom_tool_call', input: 'SELECT 1' }],
    ['crm__open', '{"id":1}', { type: 'function_call', name: 'open', namespace: 'crm', arguments: '{"id":1}' }],
    ['crm__ask', '{"input":"?"}', { type: 'custom_tool_call', name: 'ask', namespace: 'crm', input: '?' }],
    [
      'local_shell',
      '{"command":["ls","-a"]}',
      { type: 'local_shell_call', call_id: 'c0', action: { type: 'exec', command: ['ls', '-a'], env: {} } },
    ],
    [
      'shell',
      '{"commands":["ls"],"timeout_ms":5}',
      { type: 'shell_call', action: { commands: ['ls'], timeout_ms: 5 } },
    ],
    [
      'apply_patch',
      '{"operation":{"type":"delete_file","path":"a"}}',
      { type: 'apply_patch_call', call_id: 'c0', operation: { type: 'delete_file', path: 'a' } },
    ],
    ['apply_patch', '{"operation":', { type: 'function_call', name: 'apply_patch', arguments: '{"operation":' }],
    ['unknown', '{}', { type: 'function_call', name: 'unknown' }],
  ])('are called as the caller’s own items: %s with %s', (name, args, item) => {
    expect(outputOf(name, args)).toMatchObject(item);
  });

  it('pass the text of a custom tool as it comes when the provider knows such tools', () => {
    const call: ChatEvent = { type: 'toolCall', choice: 0, call: 0, id: 'c0', name: 'sql', kind: 'custom' };
    const events = written([call, argumentsEvent(0, 'SEL'), argumentsEvent(0, 'ECT'), finish('toolCalls')], { tools });
    expect(typesOf(events).slice(3, 6)).toEqual([
      'custom_tool_call_input.delta',
      'custom_tool_call_input.delta',
      'custom_tool_call_input.done',
    ]);
    expect(responseOf(events).output).toMatchObject([{ type: 'custom_tool_call', id: 'ctc_2', input: 'SELECT' }]);
  });
});
