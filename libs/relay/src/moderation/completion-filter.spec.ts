import { type ChatAnswer, type ChatEvent } from '@formats';
import fc from 'fast-check';
import { CompletionFilter, filterAnswer, type FilterSettings } from './completion-filter';
import { foldText } from './fold-text';
import { readWords } from './word-list';

function settings(words: string, changes: Partial<FilterSettings> = {}): FilterSettings {
  return {
    words: readWords(words),
    isStopping: false,
    bufferedPiecesMin: 0,
    ...changes,
  };
}

function text(piece: string, choice = 0): ChatEvent {
  return { type: 'text', choice, text: piece };
}

const finish: ChatEvent = { type: 'finish', choice: 0, reason: 'stop' };

function run(events: readonly ChatEvent[], filterSettings: FilterSettings): readonly ChatEvent[] {
  const filter = new CompletionFilter(filterSettings);
  return [...events.flatMap(event => filter.pass(event)), ...filter.end()];
}

function joined(events: readonly ChatEvent[], type = 'text', choice = 0) {
  return events
    .map(event => (event.type === type && 'text' in event && event.choice === choice ? event.text : ''))
    .join('');
}

function piecesOf(whole: string, cuts: readonly number[]): readonly string[] {
  const borders = [...new Set([0, ...cuts.map(cut => cut % (whole.length + 1)), whole.length])].sort((a, b) => a - b);
  return borders.slice(1).map((to, at) => whole.slice(borders[at], to));
}

describe('hiding words in a stream', () => {
  it.each([
    ['in one piece', ['a bad word']],
    ['across two pieces', ['a b', 'ad word']],
    ['letter by letter', [...'a bad word']],
    ['in another case', ['a B', 'aD word']],
    ['in another width', ['a ｂ', 'ＡＤ word']],
  ])('works %s', (_how, pieces) => {
    expect(joined(run([...pieces.map(piece => text(piece)), finish], settings('bad')))).toBe('a **###** word');
  });

  it('passes all other text at once', () => {
    const filter = new CompletionFilter(settings('bad'));
    expect(filter.pass(text('all good'))).toEqual([text('all good')]);
    expect(filter.pass(text('a b'))).toEqual([text('a ')]);
    expect(joined(filter.pass(text('ook')))).toBe('book');
  });

  it('passes the beginning of a word when the text ends there', () => {
    expect(run([text('so ba'), finish], settings('bad'))).toEqual([text('so '), text('ba'), finish]);
  });

  it.each([
    ['overlapping words as one', 'abc\nbcd', 'xabcdx', 'x**###**x'],
    ['words side by side as two', 'bad', 'badbad', '**###****###**'],
    ['a word in a longer one as the longer', 'b\nabc', 'xabcx', 'x**###**x'],
    ['a ligature that holds the word', 'fi', 'oﬃce', 'o**###**ce'],
    ['an accent that came apart', 'é', 'cafe\u0301s', 'caf**###**s'],
    ['kana of half width', 'ガス', 'ｶﾞｽ!', '**###**!'],
  ])('hides %s', (_what, words, whole, shown) => {
    for (const pieces of [[whole], [...whole]]) {
      expect(joined(run([...pieces.map(piece => text(piece)), finish], settings(words)))).toBe(shown);
    }
  });

  it('has the same result however the text is cut, and never lets a word through', () => {
    const whole = fc.string({
      unit: fc.constantFrom('a', 'b', 'B', 'c', 'ａ', 'e', '\u0301', '😀', ' '),
      maxLength: 24,
    });
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        whole,
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(24)),
        fc.nat(3),
        (value, words, cuts, bufferedPiecesMin) => {
          const list = settings(words.join('\n'));
          const once = joined(run([text(value), finish], list));
          const events = [...piecesOf(value, cuts).map(piece => text(piece)), finish];
          expect(joined(run(events, { ...list, bufferedPiecesMin }))).toBe(once);
          const parts = foldText(once).split('**###**');
          expect(parts.some(part => words.some(bad => part.includes(foldText(bad))))).toBe(false);
          // A list without accents examines each character separately, so an accent after one hides nothing.
          const forms = [foldText(value), [...value].map(foldText).join('')];
          const isClean = !words.some(bad => forms.some(form => form.includes(foldText(bad))));
          if (isClean) expect(once).toBe(value);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('examines each alternative, reasoning and tool arguments separately', () => {
    const events: ChatEvent[] = [
      text('b', 0),
      text('b', 1),
      text('ad', 1),
      text('it', 0),
      { type: 'reasoning', choice: 2, text: 'a ba' },
      { type: 'reasoning', choice: 2, text: 'd thought' },
      { type: 'toolCall', choice: 2, call: 0, id: 'c', name: 'f', kind: 'function' },
      { type: 'toolArguments', choice: 2, call: 0, text: '{"x":"BA' },
      { type: 'toolArguments', choice: 2, call: 0, text: 'D"}' },
    ];
    const out = run(events, settings('bad'));
    expect(joined(out, 'text', 0)).toBe('bit');
    expect(joined(out, 'text', 1)).toBe('**###**');
    expect(joined(out, 'reasoning', 2)).toBe('a **###** thought');
    expect(joined(out, 'toolArguments', 2)).toBe('{"x":"**###**"}');
  });

  it('reads escapes in tool arguments, even when they are cut', () => {
    const whole = String.raw`{"x":"a \u574f\u8bcd \\u574f"}`;
    for (let cut = 0; cut <= whole.length; cut++) {
      const events: ChatEvent[] = [
        { type: 'toolArguments', choice: 0, call: 0, text: whole.slice(0, cut) },
        { type: 'toolArguments', choice: 0, call: 0, text: whole.slice(cut) },
        finish,
      ];
      expect(joined(run(events, settings('坏词')), 'toolArguments')).toBe(String.raw`{"x":"a **###** \\u574f"}`);
    }
  });

  it('keeps the order of events, and finds a word that another event cuts in two', () => {
    const call: ChatEvent = { type: 'toolCall', choice: 0, call: 0, id: 'c', name: 'f', kind: 'function' };
    expect(run([text('x ba'), call, text('d y'), finish], settings('bad'))).toEqual([
      text('x '),
      text('ba'),
      call,
      text('**###** y'),
      finish,
    ]);
  });

  it('passes no logprobs once a word was found', () => {
    const logprobs: ChatEvent = { type: 'logprobs', choice: 0, logprobs: { content: [{ token: 'ba' }] } };
    const events = [text('ok '), logprobs, text('ba'), logprobs, text('d'), logprobs, finish];
    expect(run(events, settings('bad'))).toEqual([text('ok '), logprobs, text('**###**'), finish]);
  });

  it('leaves out the audio of hidden text, and the words in a title', () => {
    const audio: ChatEvent = { type: 'audio', choice: 0, data: 'AAAA', format: 'mp3', transcript: 'bad' };
    const citation: ChatEvent = { type: 'citation', choice: 0, citation: { url: 'https://x', title: 'a bad title' } };
    expect(run([audio, citation], settings('bad'))).toEqual([
      { ...audio, data: '', transcript: '**###**' },
      { ...citation, citation: { url: 'https://x', title: 'a **###** title' } },
    ]);
  });

  it('passes start and usage on, and an error after the text that was held back', () => {
    const start: ChatEvent = { type: 'start', id: '1', model: 'm' };
    const usage: ChatEvent = { type: 'usage', usage: { kind: 'missing' } };
    const error: ChatEvent = { type: 'error', error: { message: 'x', type: 'y', code: null } };
    expect(run([start, text('ba'), usage, error], settings('bad'))).toEqual([start, usage, text('ba'), error]);
  });
});

describe('holding pieces back', () => {
  it('keeps at least that many pieces while more may come', () => {
    const filter = new CompletionFilter(settings('bad', { bufferedPiecesMin: 2 }));
    expect(filter.pass(text('1'))).toEqual([]);
    expect(filter.pass(text('2'))).toEqual([]);
    expect(filter.pass(text('3'))).toEqual([text('1')]);
    expect(filter.pass(finish)).toEqual([text('2'), text('3'), finish]);
  });
});

describe('stopping at a word', () => {
  const stopping = settings('bad', { isStopping: true });
  const filtered: ChatEvent = { type: 'finish', choice: 0, reason: 'contentFilter' };

  it.each([
    ['in one piece', ['say bad things']],
    ['across pieces', ['say b', 'a', 'd things']],
    ['at the very end', ['say ', 'bad']],
  ])('ends the text before a word %s', (_how, pieces) => {
    const events = [...pieces.map(piece => text(piece)), text('never'), finish];
    const out = run(events, stopping);
    expect(joined(out)).toBe('say ');
    expect(out.at(-1)).toEqual(filtered);
    expect(out.filter(({ type }) => type === 'finish')).toHaveLength(1);
  });

  it('ends one alternative and lets the others go on', () => {
    const filter = new CompletionFilter(stopping, 2);
    const out = [text('bad', 0), text('fine', 1), text('more', 0)].flatMap(event => filter.pass(event));
    expect(out).toEqual([filtered, text('fine', 1)]);
    expect(filter.isOver).toBe(false);
    filter.pass(text('bad', 1));
    expect(filter.isOver).toBe(true);
  });

  it('still passes the usage on', () => {
    const usage: ChatEvent = { type: 'usage', usage: { kind: 'missing' } };
    expect(run([text('bad'), usage], stopping)).toEqual([filtered, usage]);
  });

  it('ends tool arguments, too', () => {
    const events: ChatEvent[] = [{ type: 'toolArguments', choice: 0, call: 0, text: '{"a":"bad"}' }, finish];
    const out = run(events, stopping);
    expect(joined(out, 'toolArguments')).toBe('{"a":"');
    expect(out.at(-1)).toEqual(filtered);
  });

  it('finds a word at a last character that an accent could have changed', () => {
    const out = run([text('caf'), text('é'), finish], settings('é', { isStopping: true }));
    expect(joined(out)).toBe('caf');
    expect(out.at(-1)).toEqual(filtered);
  });
});

describe('moderation of a whole answer', () => {
  const answer = (content: string): ChatAnswer => ({
    id: 'a',
    model: 'm',
    choices: [
      {
        index: 0,
        blocks: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: content },
        ],
        finish: 'stop',
      },
    ],
    usage: { kind: 'missing' },
  });

  it('returns the same object when it holds no word', () => {
    const clean = answer('fine');
    expect(filterAnswer(clean, settings('bad'))).toBe(clean);
  });

  it('hides the words', () => {
    expect(filterAnswer(answer('so bad!'), settings('bad'))).toEqual(answer('so **###**!'));
  });

  it('ends the answer at the first word', () => {
    const cut = filterAnswer(answer('so bad!'), settings('bad', { isStopping: true, bufferedPiecesMin: 5 }));
    expect(cut.choices).toEqual([{ ...answer('so ').choices[0], finish: 'contentFilter' }]);
  });
});
