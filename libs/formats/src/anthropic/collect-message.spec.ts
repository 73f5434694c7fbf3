import { MessageCollector } from './collect-message';

function collected(...payloads: readonly { readonly type: string }[]): unknown {
  const collector = new MessageCollector();
  for (const payload of payloads) collector.add({ event: payload.type, data: JSON.stringify(payload) });
  return collector.result();
}

function start(index: number, block: object) {
  return { type: 'content_block_start', index, content_block: block };
}

function delta(index: number, fields: object) {
  return { type: 'content_block_delta', index, delta: fields };
}

const begin = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 3, output_tokens: 1, service_tier: 'standard' },
    container: { id: 'new' },
  },
};
const end = {
  type: 'message_delta',
  delta: { stop_reason: 'end_turn', stop_sequence: null },
  usage: { output_tokens: 7, service_tier: null },
  context_management: { applied_edits: [] },
};

describe('collecting a Messages stream', () => {
  it('joins texts, thoughts, signatures, citations and inputs, and keeps all other fields', () => {
    const citation = { type: 'char_location', cited_text: 'a' };
    const message = collected(
      begin,
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'h' }),
      delta(0, { type: 'thinking_delta', thinking: 'm' }),
      delta(0, { type: 'signature_delta', signature: 'SIG' }),
      start(1, { type: 'text', text: '', citations: [] }),
      delta(1, { type: 'text_delta', text: 'Hel' }),
      delta(1, { type: 'citations_delta', citation }),
      delta(1, { type: 'text_delta', text: 'lo' }),
      start(2, { type: 'tool_use', id: 'toolu_1', name: 'f', input: {}, caller: { type: 'direct' } }),
      delta(2, { type: 'input_json_delta', partial_json: '' }),
      delta(2, { type: 'input_json_delta', partial_json: '{"a":' }),
      delta(2, { type: 'input_json_delta', partial_json: '1}' }),
      start(3, { type: 'tool_use', id: 'toolu_2', name: 'g', input: {} }),
      start(4, { type: 'compaction', content: '' }),
      delta(4, { type: 'compaction_delta', content: 'short', new_list: [1] }),
      delta(4, { type: 'compaction_delta', content: 'er', new_list: [2] }),
      end,
      { type: 'message_stop' },
    );
    expect(message).toEqual({
      ...begin.message,
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'SIG' },
        { type: 'text', text: 'Hello', citations: [citation] },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 }, caller: { type: 'direct' } },
        { type: 'tool_use', id: 'toolu_2', name: 'g', input: {} },
        { type: 'compaction', content: 'shorter', new_list: [1, 2] },
      ],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 7, service_tier: 'standard' },
      context_management: { applied_edits: [] },
    });
  });

  it('keeps an input that is no JSON as its text', () => {
    const message = collected(
      begin,
      start(0, { type: 'tool_use', id: 't', name: 'f', input: {} }),
      delta(0, { type: 'input_json_delta', partial_json: '{"a":' }),
    );
    expect(message).toMatchObject({ content: [{ input: { _raw: '{"a":' } }] });
  });

  it('takes the blocks that the beginning holds, and the second of two beginnings', () => {
    const whole = { ...begin, message: { ...begin.message, content: [{ type: 'text', text: 'a' }] } };
    expect(collected(begin, start(0, { type: 'text', text: 'x' }), whole)).toMatchObject({
      content: [{ type: 'text', text: 'a' }],
    });
  });

  it('yields null when no message began', () => {
    expect(collected({ type: 'ping' })).toBeNull();
  });

  it('does not let a field name of the provider reach the prototype', () => {
    const collector = new MessageCollector();
    collector.add({ event: '', data: '{"type":"message_start","message":{"id":"a","__proto__":{"x":1}}}' });
    collector.add({ event: '', data: '{"type":"message_delta","delta":{"__proto__":{"y":1}}}' });
    expect((collector.result() as { x?: unknown }).x).toBeUndefined();
  });
});
