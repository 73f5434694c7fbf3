import { partsOf, readableBody } from './body-text';

describe('the text of a kept body', () => {
  it('is split at what was masked or left out', () => {
    expect(partsOf('a [masked:key] b[left out: image/png, 12 characters]')).toEqual([
      { text: 'a ', isMark: false },
      { text: '[masked:key]', isMark: true },
      { text: ' b', isMark: false },
      { text: '[left out: image/png, 12 characters]', isMark: true },
    ]);
    expect(partsOf('[masked]')).toEqual([{ text: '[masked]', isMark: false }]);
  });

  it('is shown with the lines of its JSON, of each event of a stream, and as it is where it is neither', () => {
    expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readableBody('data: {"a":1}\n\ndata: [DONE]\n')).toBe('data: {\n  "a": 1\n}\n\ndata: [DONE]\n');
    expect(readableBody('{"a":')).toBe('{"a":');
  });
});
