import { findJson, isJsonObject, parseJson, parseJsonObject } from './json';
import { joinUrl } from './url';

function code(expected: string): Error {
  return expect.objectContaining({ code: expected }) as Error;
} // a matcher stands for an error

describe('reading JSON', () => {
  it('takes text and bytes, views into larger buffers included', () => {
    expect(parseJson('{"a":[1]}', { bytesMax: 9 })).toEqual({ a: [1] });
    const bytes = new TextEncoder().encode('xx"é"xx').subarray(2, 6);
    expect(parseJson(bytes, { bytesMax: 4 })).toBe('é');
  });

  it('counts bytes, and allows exactly the limit', () => {
    expect(parseJson('"é"', { bytesMax: 4 })).toBe('é');
    expect(() => parseJson('"é"', { bytesMax: 3 })).toThrow(code('JSON_TOO_LARGE'));
  });

  it('refuses deeper nesting than allowed, but not brackets in strings', () => {
    expect(parseJson('[[1],{"a":2}]', { bytesMax: 99, depthMax: 2 })).toEqual([[1], { a: 2 }]);
    expect(parseJson('["[[[\\"[["]', { bytesMax: 99, depthMax: 1 })).toEqual(['[[["[[']);
    expect(() => parseJson('[{"a":[]}]', { bytesMax: 99, depthMax: 2 })).toThrow(code('JSON_TOO_DEEP'));
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(() => parseJson(deep, { bytesMax: 1e6, depthMax: 64 })).toThrow(code('JSON_TOO_DEEP'));
  });

  it('never quotes the text in its error', () => {
    let caught: unknown;
    try {
      parseJson('{"key":"sk-secret"', { bytesMax: 99 });
    } catch (error) {
      caught = error;
    }
    expect(caught).toEqual(code('JSON_INVALID'));
    expect(String(caught) + String((caught as Error).cause)).not.toContain('secret');
  });

  it('wants an object where an object is asked for', () => {
    expect(parseJsonObject('{}', { bytesMax: 9 })).toEqual({});
    for (const text of ['[]', 'null', '1']) {
      expect(() => parseJsonObject(text, { bytesMax: 9 })).toThrow(code('JSON_INVALID'));
    }
    expect(isJsonObject(null)).toBe(false);
  });

  it('answers undefined where failing is ordinary', () => {
    expect(findJson('{', { bytesMax: 9 })).toBeUndefined();
    expect(findJson('null', { bytesMax: 9 })).toBeNull();
  });
});

describe('addresses', () => {
  it('join with one slash and keep a path', () => {
    expect(joinUrl('https://a.example/v1//', '//chat')).toBe('https://a.example/v1/chat');
    expect(joinUrl('https://a.example', 'chat?x=1')).toBe('https://a.example/chat?x=1');
    expect(joinUrl('https://a.example/', '')).toBe('https://a.example');
  });
});
