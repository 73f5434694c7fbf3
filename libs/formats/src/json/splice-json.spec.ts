import { changedCopy, spliceJson } from './splice-json';

/** A small deterministic generator, so that a failure can be repeated from its seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TEXTS = [
  '',
  'model',
  '"model"',
  '\\',
  '\\"model\\":',
  'a\nb',
  '模型',
  '🙂',
  'x'.repeat(70),
  `${'y'.repeat(60)}\\"`,
  '\u0000',
];

function randomValue(random: (below: number) => number, depth: number): unknown {
  const kind = random(depth > 3 ? 5 : 7);
  if (kind === 0) return null;
  if (kind === 1) return random(2) === 0;
  if (kind === 2) return random(1000) - 500.5;
  if (kind < 5) return TEXTS[random(TEXTS.length)] ?? '';
  if (kind === 5) return Array.from({ length: random(4) }, () => randomValue(random, depth + 1));
  return randomObject(random, depth + 1);
}

function randomObject(random: (below: number) => number, depth: number): Record<string, unknown> {
  const keys = ['model', 'messages', 'a"b', 'stream_options', 'tools', 'n\\', '模', ''];
  return Object.fromEntries(
    Array.from({ length: random(5) }, () => [keys[random(keys.length)] ?? 'x', randomValue(random, depth)]),
  );
}

/** Writes JSON text with random white space and, now and then, an escaped letter. */
function write(value: unknown, random: (below: number) => number): string {
  const spaces = ['', '', ' ', '\n\t'][random(4)] ?? '';
  const text = JSON.stringify(value, null, spaces);
  return random(6) === 0 ? text.replace('m', '\\u006d') : text;
}

function parse(bytes: Buffer): Record<string, unknown> {
  return JSON.parse(bytes.toString()) as Record<string, unknown>;
}

describe('spliceJson', () => {
  it('returns the very same buffer when nothing has to change', () => {
    const body = Buffer.from('{"model":"m","messages":[]}');
    expect(spliceJson(body, parse(body), { model: 'm', addUsageOption: false })).toBe(body);
  });

  it('changes only the bytes of the model value', () => {
    const body = Buffer.from('{ "temperature" : 1.0,\n "model":\t"old" , "seed":12345678901234567890 }');
    const result = spliceJson(body, parse(body), { model: 'new"name', addUsageOption: false });
    expect(result.toString()).toBe('{ "temperature" : 1.0,\n "model":\t"new\\"name" , "seed":12345678901234567890 }');
  });

  it('puts the usage option first and keeps every other byte', () => {
    const body = Buffer.from(' {"model":"old","stream":true}');
    const result = spliceJson(body, parse(body), { model: 'new', addUsageOption: true });
    expect(result.toString()).toBe(' {"stream_options":{"include_usage":true},"model":"new","stream":true}');
  });

  it('ignores members named model inside other values, before and after the top-level one', () => {
    const body = Buffer.from('{"tools":[{"model":"in"}],"model":"old","x":{"model":"in"},"y":"\\"model"}');
    const result = spliceJson(body, parse(body), { model: 'new', addUsageOption: false });
    expect(result.toString()).toBe('{"tools":[{"model":"in"}],"model":"new","x":{"model":"in"},"y":"\\"model"}');
  });

  it.each([
    ['written twice', '{"model":"a","n":1,"model":"b"}'],
    ['written twice, once escaped', '{"model":"a","\\u006dodel":"a"}'],
    ['written with an escape', '{"mod\\u0065l":"a"}'],
    ['not a text', '{"model":{"id":"a"}}'],
    ['absent', '{"messages":[]}'],
    ['absent from an empty object', '{}'],
  ])('yields the right object when the model is %s', (_case, text) => {
    const body = Buffer.from(text);
    const change = { model: 'new', addUsageOption: true };
    expect(parse(spliceJson(body, parse(body), change))).toEqual(changedCopy(parse(body), change));
  });

  it('keeps other stream options of the caller', () => {
    const body = Buffer.from('{"model":"m","stream_options":{"include_obfuscation":false,"include_usage":false}}');
    const result = parse(spliceJson(body, parse(body), { model: 'm', addUsageOption: true }));
    expect(result.stream_options).toEqual({ include_obfuscation: false, include_usage: true });
  });

  it('yields the same object as changing the parsed form, for 4000 random bodies', () => {
    const random = randomFrom(20_260_801);
    for (let round = 0; round < 4_000; round += 1) {
      const value = random(3) === 0 ? randomObject(random, 0) : { ...randomObject(random, 0), model: 'old' };
      const body = Buffer.from(write(value, random));
      const before = Buffer.from(body);
      const parsed = parse(body);
      const change = { model: ['old', 'new', 'ä"\\'][random(3)] ?? '', addUsageOption: random(2) === 0 };
      const result = spliceJson(body, parsed, change);
      expect(parse(result)).toEqual(changedCopy(parsed, change));
      expect(body.equals(before)).toBe(true);
    }
  });

  it('keeps every byte besides the model, wherever the model stands, for 2000 random bodies', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 2_000; round += 1) {
      const members = Array.from(
        { length: random(5) },
        (_member, index) => `"k${index}" :${JSON.stringify(randomValue(random, 0), null, random(2))}`,
      );
      const place = random(members.length + 1);
      const withModel = (name: string): string =>
        `{ ${members.toSpliced(place, 0, `"model": "${name}"`).join(' ,\n')}}`;
      const body = Buffer.from(withModel('old'));
      const result = spliceJson(body, parse(body), { model: 'new', addUsageOption: false });
      expect(result.toString()).toBe(withModel('new'));
    }
  });
});
