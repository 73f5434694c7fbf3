import { isAppError } from '@kernel';
import { hasCycle, parseModelMapping, parseStatusMapping, upstreamModelName } from './model-mapping';

function nameFor(mapping: string | null, requested: string): string {
  return upstreamModelName({ id: 1, modelMapping: parseModelMapping(mapping) }, requested);
}

describe('the name of a model at its upstream', () => {
  it('is the requested one without a mapping', () => {
    expect([nameFor(null, 'a'), nameFor('', 'a'), nameFor('{}', 'a'), nameFor('{"b":"c"}', 'a')]).toEqual(
      Array(4).fill('a'),
    );
  });

  it('follows a chain to its end', () => {
    expect(nameFor('{"a":"b","b":"c"}', 'a')).toBe('c');
  });

  it('stops at a name mapped to itself', () => {
    expect(nameFor('{"a":"b","b":"b"}', 'a')).toBe('b');
    expect(nameFor('{"a":"a"}', 'a')).toBe('a');
  });

  it('refuses a circle instead of running in it', () => {
    expect(() => nameFor('{"a":"b","b":"a"}', 'a')).toThrow(expect.objectContaining({ code: 'RELAY_MAPPING' }));
    try {
      nameFor('{"a":"b","b":"a"}', 'a');
    } catch (error) {
      expect(isAppError(error, 'RELAY_MAPPING')).toBe(true);
    }
  });

  it('ignores blanks around names, empty names and inherited ones', () => {
    expect(nameFor('{" a ":" b "}', 'a')).toBe('b');
    expect(nameFor('{"a":""}', 'a')).toBe('a');
    expect(nameFor('{"b":"c"}', 'constructor')).toBe('constructor');
  });
});

it('finds a circle anywhere in a mapping', () => {
  const cyclic = (text: string): boolean => hasCycle(parseModelMapping(text) ?? new Map());
  expect([cyclic('{"x":"y","a":"b","b":"a"}'), cyclic('{"a":"b","c":"b"}'), cyclic('{"a":"a"}')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('reads status mappings given as texts or numbers, and nothing from a broken one', () => {
  expect(parseStatusMapping('{"400":"500","429":503}')).toEqual(
    new Map([
      [400, 500],
      [429, 503],
    ]),
  );
  expect([parseStatusMapping(null), parseStatusMapping('{}'), parseStatusMapping('{"a":')]).toEqual([null, null, null]);
});
