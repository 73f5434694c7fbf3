import { GrowingJson } from './growing-json';

/** Adds the pieces one by one and returns for each whether the object was complete after it. */
function wholeAfter(...pieces: readonly string[]): readonly boolean[] {
  const json = new GrowingJson();
  return pieces.map(piece => {
    json.add(piece);
    return json.isWhole;
  });
}

describe('GrowingJson', () => {
  it('is complete with its last brace when it comes character by character', () => {
    const text = ' {"a":{"b":[1,"}\\"{"]},"c":"\\\\"} ';
    const end = text.lastIndexOf('}');
    expect(wholeAfter(...text)).toEqual([...text].map((_, at) => at >= end));
  });

  it.each(['', '[]', '"a"', '7', '{', '{"a"', '{a}', '{]', '{} {}', '{}x', 'x{}', '[{}]'])(
    'is not complete as %j',
    text => {
      expect(wholeAfter(text)).toEqual([false]);
    },
  );

  it('is never complete again once something other than blanks has followed the object', () => {
    expect(wholeAfter('{}', 'x', '{}')).toEqual([true, false, false]);
  });

  it('returns the text exactly as it was added', () => {
    const json = new GrowingJson();
    for (const piece of ['{"a"', '', ':1', '}\n']) json.add(piece);
    expect(json.text).toBe('{"a":1}\n');
  });
});
