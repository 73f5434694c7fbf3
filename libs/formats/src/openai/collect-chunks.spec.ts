import { ChunkCollector } from './collect-chunks';

function answerOf(payloads: readonly string[]): Record<string, unknown> | null {
  const collector = new ChunkCollector();
  for (const data of payloads) collector.add({ event: '', data });
  return collector.result();
}

function delta(fields: unknown, choice: object = {}): string {
  return JSON.stringify({
    id: 'c1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: fields, ...choice }],
  });
}

function call(fields: object): string {
  return delta({ tool_calls: [fields] });
}

function messageOf(payloads: readonly string[]): unknown {
  return choiceOf(payloads).message;
}

function callsOf(...payloads: string[]): unknown {
  return (messageOf(payloads) as Record<string, unknown>).tool_calls;
}

function choiceOf(payloads: readonly string[]): Record<string, unknown> {
  const choices = answerOf(payloads)?.choices as Record<string, unknown>[] | undefined;
  return choices?.[0] ?? {};
}

function f(text: string): object {
  return { id: 'x', type: 'function', function: { name: 'f', arguments: text } };
}

describe('collecting a stream into one answer', () => {
  it('joins content, reasoning under either name, refusals and the old function call', () => {
    const payloads = [
      delta({ role: 'assistant', content: '', refusal: null }),
      delta({ reasoning: 'h', reasoning_content: 'h' }),
      delta({ role: null, reasoning: 'm', content: null, tool_calls: null }),
      delta({ content: 'a', index: 7 }),
      delta({ content: [{ type: 'text', text: 'b' }] }),
      delta({ function_call: { name: 'f', arguments: '{' } }),
      delta({ function_call: { arguments: '}' } }),
      delta({ refusal: 'no' }, { finish_reason: '' }),
      delta(undefined, { finish_reason: 'stop' }),
    ];
    expect(choiceOf(payloads)).toEqual({
      index: 0,
      message: {
        role: 'assistant',
        content: 'ab',
        reasoning_content: 'hm',
        refusal: 'no',
        function_call: { name: 'f', arguments: '{}' },
      },
      finish_reason: 'stop',
    });
  });

  it('continues a call through repeated and empty names and ids, whatever its first index', () => {
    expect(
      callsOf(
        call({ index: 1, id: 'x', function: { name: 'f', arguments: '' } }),
        call({ index: 1, id: '', function: { name: 'f', arguments: '{"a"' } }),
        call({ index: 1, id: 'x', type: 'function', function: { name: '', arguments: ':1}' } }),
      ),
    ).toEqual([f('{"a":1}')]);
  });

  it.each([
    ['ids', { id: 'x' }, { id: 'y' }, 'f'],
    ['ids at one index', { index: 0, id: 'x' }, { index: 0, id: 'y' }, 'f'],
    ['indexes', { index: 0, id: '' }, { index: 1, id: '' }, 'f'],
    ['names', {}, {}, 'g'],
  ])('tells calls apart by their %s', (_, first, second, name) => {
    const calls = callsOf(
      call({ ...first, function: { name: 'f', arguments: '{}' } }),
      call({ ...second, function: { name, arguments: { a: 1 } } }),
    );
    expect(calls).toMatchObject([
      { function: { name: 'f', arguments: '{}' } },
      { function: { name, arguments: '{"a":1}' } },
    ]);
  });

  it('finds a call without index by its id', () => {
    const chunks = [
      delta({ tool_calls: [f('{'), { id: 'y', function: { name: 'g', arguments: '[' } }] }),
      call({ id: 'y', function: { arguments: ']' } }),
      call({ id: 'x', function: { arguments: '}' } }),
    ];
    expect(callsOf(...chunks)).toMatchObject([
      { id: 'x', function: { arguments: '{}' } },
      { id: 'y', type: 'function', function: { arguments: '[]' } },
    ]);
  });

  it('assembles custom calls and keeps the provider’s own fields of a call', () => {
    const chunks = [
      call({ index: 0, id: 'x', type: 'custom', custom: { name: 'f', input: 'a' }, extra_content: { v: 1 } }),
      call({ index: 0, custom: { input: 'b' } }),
    ];
    expect(callsOf(...chunks)).toEqual([
      { id: 'x', type: 'custom', custom: { name: 'f', input: 'ab' }, extra_content: { v: 1 } },
    ]);
  });

  it('keeps interleaved choices apart, and sorts them', () => {
    const part = (index: number, content: string): string =>
      JSON.stringify({ choices: [{ index, delta: { content } }] });
    expect(answerOf([part(1, 'c'), part(0, 'a'), part(1, 'd'), part(0, 'b')])).toMatchObject({
      choices: [
        { index: 0, message: { content: 'ab' } },
        { index: 1, message: { content: 'cd' } },
      ],
    });
  });

  it('takes the last usage, wherever it stands, and the head from the chunks that have one', () => {
    const answer = answerOf([
      JSON.stringify({ id: '', created: 0, model: '', choices: [], prompt_filter_results: [1], obfuscation: 'x' }),
      JSON.stringify({
        id: 'c',
        created: 5.5,
        model: 'm',
        choices: [{ delta: { content: 'a' } }],
        usage: { total_tokens: 1 },
      }),
      JSON.stringify({ id: 'd', choices: [{ usage: { total_tokens: 2 } }], service_tier: null }),
      JSON.stringify({ choices: [], usage: null, service_tier: 'flex', prompt_filter_results: null }),
    ]);
    expect(answer).toEqual({
      id: 'c',
      object: 'chat.completion',
      created: 5,
      model: 'm',
      service_tier: 'flex',
      prompt_filter_results: [1],
      choices: [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: null }],
      usage: { total_tokens: 2 },
    });
  });

  it('joins audio as bytes, and transcripts as text', () => {
    const audio = (text: string): string => Buffer.from(text).toString('base64');
    const chunks = [
      delta({ audio: { id: 'a', data: audio('x'), transcript: 'Good ' } }),
      delta({ audio: { data: audio('yz'), transcript: 'day' } }),
      delta({ audio: { expires_at: 9 } }),
    ];
    expect(messageOf(chunks)).toMatchObject({
      audio: { id: 'a', data: audio('xyz'), transcript: 'Good day', expires_at: 9 },
    });
  });

  it('joins logprobs and lists, and keeps a repeated annotation once', () => {
    const chunks = ['a', 'b'].map(token =>
      delta(
        { content: token, annotations: [{ u: 1 }], reasoning_details: [{ token }] },
        { logprobs: { content: [{ token }] } },
      ),
    );
    expect(choiceOf(chunks)).toMatchObject({
      message: { annotations: [{ u: 1 }], reasoning_details: [{ token: 'a' }, { token: 'b' }] },
      logprobs: { content: [{ token: 'a' }, { token: 'b' }] },
    });
  });

  it('lets a whole message replace the parts before it', () => {
    const whole = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'ab' } }] });
    expect(messageOf([delta({ content: 'a' }), whole])).toEqual({ role: 'assistant', content: 'ab' });
  });

  it('does not let a field name of the provider reach the prototype', () => {
    const answer = answerOf(['{"__proto__":{"x":1},"choices":[{"delta":{"__proto__":{"x":1}}}]}']);
    expect((answer as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    [[]],
    [['[DONE]', 'half {', 'null', '5']],
    [['{"error":{"message":"no"}}']],
    [['{"choices":[],"usage":{"total_tokens":1}}', '{"choices":[null]}']],
  ])('yields null for %j', payloads => {
    expect(answerOf(payloads)).toBeNull();
  });
});
