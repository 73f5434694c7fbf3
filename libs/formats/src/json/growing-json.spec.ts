import { GrowingJson } from './growing-json';

/** Whether it is whole after each piece. */
function wholeAfter(...pieces: readonly string[]): readonly boolean[] {
  const json = new GrowingJson();
  return pieces.map(piece => {
    json.add(piece);
    return json.isWhole;
  });
}

describe('GrowingJson', () => {
  it('is whole with its last brace, wherever it is cut', () => {
    const text = ' {"a":{"b":[1,"}\\"{"]},"c":"\\\\"} ';
    const end = text.lastIndexOf('}');
    expect(wholeAfter(...text)).toEqual([...text].map((_, at) => at >= end));
  });

  it.each(['', '[]', '"a"', '7', '{', '{"a"', '{a}', '{]', '{} {}', '{}x', 'x{}', '[{}]'])('is not whole: %j', text => {
    expect(wholeAfter(text)).toEqual([false]);
  });

  it('stays broken', () => {
    expect(wholeAfter('{}', 'x', '{}')).toEqual([true, false, false]);
  });

  it('gives its text as it came', () => {
    const json = new GrowingJson();
    for (const piece of ['{"a"', '', ':1', '}\n']) json.add(piece);
    expect(json.text).toBe('{"a":1}\n');
  });
});
