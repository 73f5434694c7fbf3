import { chatFormats } from '../chat-formats';
import { GeneratedEvents, generatedIn, type GeneratedText } from './generated-text';

/** The text of a stream of chat chunks. */
function collect(...chunks: unknown[]): GeneratedText {
  const reader = chatFormats.openai.openReader();
  const generated = new GeneratedEvents();
  const events = chunks.flatMap(chunk => reader.read({ event: '', data: JSON.stringify(chunk) }));
  for (const event of [...events, ...reader.end()]) generated.add(event);
  return generated.result();
}

/** The text of a whole chat answer. */
function whole(answer: unknown): GeneratedText {
  return generatedIn(chatFormats.openai.readAnswer(answer));
}

function delta(fields: unknown): unknown {
  return { choices: [{ index: 0, delta: fields }] };
}

function call(fields: unknown): unknown {
  return delta({ tool_calls: [fields] });
}

describe('generated text', () => {
  it('includes reasoning, content, refusal and spoken words', () => {
    expect(whole({ choices: [{ message: { reasoning_content: 'a', content: 'b', refusal: 'c' } }] }).text).toBe('abc');
    expect(collect(delta({ reasoning: 'a' }), delta({ audio: { transcript: 'b' } })).text).toBe('ab');
  });

  it('includes reasoning once when it comes under two names', () => {
    expect(collect(delta({ reasoning: 'a', reasoning_content: 'a' })).text).toBe('a');
  });

  it('includes content in parts, reasoning too', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'a' }] },
      { type: 'text', text: 'b' },
    ];
    expect(collect(delta({ content })).text).toBe('ab');
  });

  it('includes all choices, and legacy completions', () => {
    expect(whole({ choices: [{ text: 'a' }, { text: 'b' }] }).text).toBe('ab');
  });

  it('joins the parts of a tool call, whose name and id may be repeated or empty', () => {
    const chunks = [
      call({ index: 1, id: 'x', function: { name: 'f', arguments: '' } }),
      call({ index: 1, id: '', function: { name: 'f', arguments: '{"a"' } }),
      call({ index: 1, id: 'x', function: { name: '', arguments: ':1}' } }),
    ];
    expect(collect(...chunks)).toEqual({ text: 'f{"a":1}', toolCalls: 1 });
  });

  it('separates calls by id when they have no index', () => {
    const chunks = [call({ id: 'x', function: { name: 'f' } }), call({ id: 'y', function: { name: 'g' } })];
    expect(collect(...chunks)).toEqual({ text: 'fg', toolCalls: 2 });
  });

  it('accepts arguments as an object, custom tools and the old function call', () => {
    expect(collect(call({ function: { name: 'f', arguments: { a: 1 } } })).text).toBe('f{"a":1}');
    expect(collect(call({ type: 'custom', custom: { name: 'f', input: 'x' } })).text).toBe('fx');
    expect(
      collect(delta({ function_call: { name: 'f', arguments: '{' } }), delta({ function_call: { arguments: '}' } })),
    ).toEqual({ text: 'f{}', toolCalls: 1 });
  });

  it.each([
    null,
    5,
    'x',
    {},
    { choices: null },
    { choices: [null, {}] },
    delta(null),
    delta({ content: null, tool_calls: null }),
  ])('is empty for %j', answer => {
    expect(whole(answer)).toEqual({ text: '', toolCalls: 0 });
  });
});
