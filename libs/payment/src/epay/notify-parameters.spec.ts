import { readNotify } from './notify-parameters';

function numbered(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, 'x']));
}

describe('the parameters of a notify', () => {
  it('come from the query, the form, or both', () => {
    expect(readNotify({ a: '1' })).toEqual({ a: '1' });
    expect(readNotify({}, { b: '2' })).toEqual({ b: '2' });
    expect(readNotify({ a: '1' }, { b: '2' })).toEqual({ a: '1', b: '2' });
    expect(readNotify({ a: '1' }, undefined)).toEqual({ a: '1' });
  });

  it.each([
    ['nothing at all', [{}, null]],
    ['one given twice', [{ a: ['1', '1'] }]],
    ['one in the query and in the form', [{ a: '1' }, { a: '1' }]],
    ['a number', [{ a: 1 }]],
    ['an object', [{ a: {} }]],
    ['a bare text', ['a=1']],
    ['a list', [['a']]],
    ['too many', [numbered(65)]],
    ['too many in two places', [numbered(64), { q: '1' }]],
  ])('are refused when there is %s', (_what, sources) => {
    expect(readNotify(...sources)).toBeNull();
  });

  it('may be as many as the limit', () => {
    expect(Object.keys(readNotify(numbered(64)) ?? {})).toHaveLength(64);
  });

  it('may be called like inherited members', () => {
    const odd = JSON.parse('{"__proto__":"1","constructor":"2"}') as object;
    expect(Object.entries(readNotify(odd) ?? {})).toEqual(Object.entries(odd));
  });
});
