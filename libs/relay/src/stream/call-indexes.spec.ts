import { CallIndexes } from './call-indexes';

interface Part {
  readonly index?: number;
  readonly id?: string;
  readonly function: { readonly name?: string; readonly arguments?: string };
}

function event(...parts: readonly Part[]): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: parts }, finish_reason: null }] })}\n\n`;
}

function begin(name: string, index?: number): Part {
  return {
    ...(index !== undefined && { index }),
    id: `call_${name}`,
    function: { name, arguments: '' },
  };
}

function more(text: string, index?: number): Part {
  return {
    ...(index !== undefined && { index }),
    function: { arguments: text },
  };
}

/** The calls as the official clients put them together: by index, which must be the position in the list. */
function calls(stream: string): readonly string[] {
  const list: string[] = [];
  for (const data of stream.split('\n\n').filter(Boolean)) {
    const chunk = JSON.parse(data.slice(6)) as { choices: { delta: { tool_calls?: Part[] } }[] };
    for (const { index, function: body } of chunk.choices[0]?.delta.tool_calls ?? []) {
      if (index === undefined || index > list.length) throw new Error(`no place ${index}`);
      list[index] = (list[index] ?? '') + (body.name === undefined ? '' : `${body.name}:`) + (body.arguments ?? '');
    }
  }
  return list;
}

function mended(indexes: CallIndexes, events: readonly string[]): string {
  return events.map(text => indexes.mend(Buffer.from(text)).toString()).join('');
}

describe('indexes of tool calls', () => {
  it.each([
    ['begin at 1', [1, 2]],
    ['are missing', [undefined, undefined]],
    ['are 0 for all', [0, 0]],
    ['have gaps', [3, 7]],
  ] as const)('that %s are replaced', (_name, [first, second]) => {
    const events = [
      event(begin('f', first)),
      event(more('{"a"', first)),
      event(more(':1}', first)),
      event(begin('g', second)),
      event(more('{"b"', second)),
      event(more(':2}', second)),
    ];
    for (const stream of [events, [events.join('')]]) {
      const indexes = new CallIndexes();
      expect(calls(mended(indexes, stream))).toEqual(['f:{"a":1}', 'g:{"b":2}']);
      expect(indexes.repairs).toEqual(['tool_calls.index']);
    }
  });

  it('are given to calls that come together in one event', () => {
    const indexes = new CallIndexes();
    const whole = (name: string): Part => ({ id: name, function: { name, arguments: '{}' } });
    expect(calls(mended(indexes, [event(whole('f'), whole('g'))]))).toEqual(['f:{}', 'g:{}']);
  });

  it('that are valid keep every byte of their events, interleaved or not', () => {
    const indexes = new CallIndexes();
    const odd = ': waiting\n\ndata:  {"choices":[ {"delta":{"content":"\\"tool_calls\\""}} ]}\r\n\r\n';
    const events = [
      odd,
      event(begin('f', 0)),
      event(more('{', 0)),
      event(more('"arguments":', 0)),
      event(begin('g', 1)),
      event(more('{', 1)),
      event(more('1}', 0)),
      event(more('}', 1)),
    ];
    expect(mended(indexes, events)).toBe(events.join(''));
    expect(mended(new CallIndexes(), [events.join('')])).toBe(events.join(''));
    expect(indexes.repairs).toEqual([]);
  });

  it('are found valid without parsing every piece of arguments', () => {
    const indexes = new CallIndexes();
    mended(indexes, [event(begin('f', 0)), event(more('{', 0))]);
    const parse = jest.spyOn(JSON, 'parse');
    mended(
      indexes,
      Array.from({ length: 100 }, () => event(more('1', 0))),
    );
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});
