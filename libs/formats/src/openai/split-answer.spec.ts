import { SSE_DONE } from '@kernel';
import { payloadsOf } from '../testing/sse-payloads';
import { splitAnswer } from './split-answer';

function chunksOf(answer: unknown, wantsUsage = false): Record<string, unknown>[] {
  const stream = splitAnswer(answer, { wantsUsage });
  expect(stream.endsWith(SSE_DONE)).toBe(true);
  return payloadsOf(stream).map(text => JSON.parse(text) as Record<string, unknown>);
}

function f(text: string): object {
  return { id: 'x', type: 'function', function: { name: 'f', arguments: text } };
}

describe('splitting an answer into a stream', () => {
  const answer = {
    id: 'a1',
    object: 'chat.completion',
    created: 1760000000,
    model: 'm',
    system_fingerprint: 'fp',
    citations: ['https://a.example'],
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, tool_calls: [f('{"a":1}')] },
        logprobs: null,
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  };

  it('opens with the role, gives a call’s start before its arguments, and ends with the finish reason', () => {
    const parts = chunksOf(answer).map(chunk => (chunk.choices as unknown[])[0]);
    expect(parts).toEqual([
      { index: 0, delta: { role: 'assistant', content: null }, logprobs: null, finish_reason: null },
      {
        index: 0,
        delta: { tool_calls: [{ index: 0, id: 'x', type: 'function', function: { name: 'f', arguments: '' } }] },
        logprobs: null,
        finish_reason: null,
      },
      {
        index: 0,
        delta: { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] },
        logprobs: null,
        finish_reason: null,
      },
      { index: 0, delta: {}, finish_reason: 'tool_calls' },
    ]);
  });

  it('repeats the head on every chunk and the provider’s other fields on the first only', () => {
    const chunks = chunksOf(answer);
    const head = {
      id: 'a1',
      object: 'chat.completion.chunk',
      created: 1760000000,
      model: 'm',
      system_fingerprint: 'fp',
    };
    chunks.forEach(chunk => expect(chunk).toMatchObject(head));
    expect(chunks.map(chunk => 'citations' in chunk)).toEqual([true, false, false, false]);
  });

  it('ends with the usage when it was requested and is known', () => {
    expect(chunksOf(answer, true).at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 3 } });
    expect(chunksOf(answer, true)[0]).toMatchObject({ usage: null });
    expect(chunksOf({ ...answer, usage: null }, true).at(-1)).toMatchObject({ choices: [{ delta: {} }] });
    chunksOf(answer, false).forEach(chunk => expect(chunk).not.toHaveProperty('usage'));
  });

  it.each([
    [{ content: 'a' }, 'stop'],
    [{ content: null, tool_calls: [f('{}')] }, 'tool_calls'],
  ])('fills in a missing finish reason of %j', (message, reason) => {
    const last = chunksOf({ choices: [{ message, finish_reason: '' }] }).at(-1);
    expect(last).toMatchObject({ choices: [{ index: 0, finish_reason: reason }] });
  });

  it('repairs missing or unexpected values in the head and in calls', () => {
    const odd = {
      created: '1760000000.5',
      choices: [{ message: { tool_calls: [{ function: { arguments: { a: 1 } } }] } }],
    };
    const [first, start, part] = chunksOf(odd);
    expect(first).toMatchObject({ id: '', created: 1760000000, object: 'chat.completion.chunk' });
    expect(start).toMatchObject({ choices: [{ delta: { tool_calls: [{ id: 'call_0_0', type: 'function' }] } }] });
    expect(part).toMatchObject({ choices: [{ delta: { tool_calls: [{ function: { arguments: '{"a":1}' } }] } }] });
  });

  it('splits reasoning from text, and keeps other parts as parts', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url: { url: 'data:x' } },
    ];
    const deltas = chunksOf({ choices: [{ message: { content } }] }).map(
      chunk => (chunk.choices as { delta: unknown }[])[0]?.delta,
    );
    expect(deltas).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'hm' },
      { content: 'see' },
      { content: [{ type: 'image_url', image_url: { url: 'data:x' } }] },
      {},
    ]);
  });

  it('gives legacy completions in their own shape', () => {
    const chunks = chunksOf({ choices: [{ text: 'a', logprobs: { tokens: ['a'] }, finish_reason: 'length' }] });
    expect(chunks).toEqual([
      expect.objectContaining({
        object: 'text_completion',
        choices: [{ index: 0, text: 'a', logprobs: { tokens: ['a'] }, finish_reason: null }],
      }),
      expect.objectContaining({ choices: [{ index: 0, text: '', logprobs: null, finish_reason: 'length' }] }),
    ]);
  });

  it.each([null, 5, [], {}, { choices: null }, { choices: [null] }])('yields no chunks for %j', nothing => {
    expect(chunksOf(nothing, true)).toEqual([]);
  });
});
