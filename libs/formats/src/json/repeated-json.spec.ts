import { RepeatedJson } from './repeated-json';

function learnt(json: string): RepeatedJson {
  const repeated = new RepeatedJson();
  repeated.learn(json, 'content');
  return repeated;
}

function chunk(content: string, id = 'a'): string {
  return JSON.stringify({ id, delta: { content }, usage: null });
}

describe('a JSON text that repeats the one before it', () => {
  it.each(['word', '', ' ', 'é 你好 🎨', 'a "quoted" \\ text', 'two\nlines\u0000', '"', '\\', '},"usage":null}'])(
    'yields its text: %j',
    text => expect(learnt(chunk(' first')).textIn(chunk(text))).toBe(text),
  );

  it.each(['with "quotes"', 'ends in \\', ''])('is learnt whatever its own text is: %j', first =>
    expect(learnt(chunk(first)).textIn(chunk('next'))).toBe('next'),
  );

  it.each([
    ['another field', chunk('word', 'b')],
    ['another field behind', chunk('word').replace('null', '{}')],
    ['no text', '{"id":"a","delta":{"content":null},"usage":null}'],
    ['a text that ends early', '{"id":"a","delta":{"content":"a","role":"b"},"usage":null}'],
    ['a line break that is not escaped', chunk('XX').replace('XX', 'a\nb')],
    ['a cut text', chunk('word').slice(0, -3)],
    ['an escape that is none', chunk('XX').replace('XX', '\\x')],
  ])('is not taken for one with %s', (_, json) => expect(learnt(chunk('first')).textIn(json)).toBeNull());

  it.each([
    ['twice', '{"content":"a","delta":{"content":"b"}}'],
    ['under an escaped name, too', '{"\\u0063ontent":"a","delta":{"content":"b"}}'],
    ['as a value, too', '{"name":"content","delta":{"content":"b"}}'],
    ['as a number', '{"content":1}'],
    ['without an end', '{"content":"a'],
  ])('is not learnt where the field stands %s', (_, json) => expect(learnt(json).textIn(json)).toBeNull());

  it('knows nothing once it was told to forget', () => {
    const repeated = learnt(chunk('a'));
    repeated.forget();
    expect(repeated.textIn(chunk('b'))).toBeNull();
  });

  it('gives up when every text differs elsewhere', () => {
    const repeated = new RepeatedJson();
    for (let turn = 0; turn < 20; turn++) repeated.learn(chunk('a', `id-${turn}`), 'content');
    expect(repeated.textIn(chunk('b', 'id-19'))).toBeNull();
  });

  it('goes on as long as some repeat', () => {
    const repeated = new RepeatedJson();
    for (let turn = 0; turn < 50; turn++) {
      repeated.learn(chunk('a', `id-${turn}`), 'content');
      expect(repeated.textIn(chunk('b', `id-${turn}`))).toBe('b');
    }
  });
});
