import { chatFormats } from '@formats';
import { SSE_DONE, writeSse } from '@kernel';
import { PassFlow } from '../stream/pass-flow';
import { FilteredCompletions, filterCompletionBody } from './completion-chunks';
import { readWords } from './word-list';

const settings = { words: readWords('bad'), isStopping: false, bufferedPiecesMin: 0 };

function chunk(text: string, finish: string | null = null) {
  return writeSse(JSON.stringify({ id: 'c', choices: [{ index: 0, text, logprobs: null, finish_reason: finish }] }));
}

function run(
  events: readonly string[],
  changes: Partial<typeof settings> = {},
): { text: string; finishes: string[]; raw: string } {
  const flow = new FilteredCompletions(new PassFlow(chatFormats.openai), { ...settings, ...changes });
  const raw = events.map(event => flow.take(Buffer.from(event))).join('') + flow.end() + flow.closing();
  const choices = raw
    .split('\n\n')
    .filter(line => line.startsWith('data: {'))
    .flatMap(
      line => (JSON.parse(line.slice(6)) as { choices: { text: string; finish_reason: string | null }[] }).choices,
    );
  return {
    raw,
    text: choices.map(choice => choice.text).join(''),
    finishes: choices.flatMap(choice => choice.finish_reason ?? []),
  };
}

describe('a stream of legacy completions', () => {
  it('has its sensitive words hidden, even across chunks', () => {
    const { text, finishes, raw } = run([chunk('so b'), chunk('ad!'), chunk('', 'stop'), SSE_DONE]);
    expect(text).toBe('so **###**!');
    expect(finishes).toEqual(['stop']);
    expect(raw.endsWith(SSE_DONE)).toBe(true);
    expect(raw.split(SSE_DONE)).toHaveLength(2);
  });

  it('ends at a word when the option says so', () => {
    const { text, finishes } = run([chunk('so b'), chunk('ad!'), chunk('', 'stop'), SSE_DONE], { isStopping: true });
    expect(text).toBe('so ');
    expect(finishes).toEqual(['content_filter']);
  });

  it('gets the text that was held back when it ends without a finish reason', () => {
    expect(run([chunk('so ba')]).text).toBe('so ba');
  });

  it('is read from events that are cut anywhere', () => {
    const whole = chunk('so b') + chunk('ad', 'stop') + SSE_DONE;
    for (let cut = 0; cut < whole.length; cut += 7) {
      expect(run([whole.slice(0, cut), whole.slice(cut)]).text).toBe('so **###**');
    }
  });
});

describe('a whole answer of legacy completions', () => {
  const body = (text: string) =>
    Buffer.from(JSON.stringify({ id: 'c', choices: [{ index: 0, text, finish_reason: 'stop' }] }));
  const choiceIn = (shown: Buffer) => (JSON.parse(shown.toString()) as { choices: unknown[] }).choices[0];

  it('stays the same bytes when it holds no word', () => {
    const clean = body('fine');
    expect(filterCompletionBody(clean, settings)).toBe(clean);
  });

  it('has its words hidden, or ends at the first', () => {
    expect(choiceIn(filterCompletionBody(body('so bad!'), settings))).toMatchObject({
      text: 'so **###**!',
      finish_reason: 'stop',
    });
    expect(choiceIn(filterCompletionBody(body('so bad!'), { ...settings, isStopping: true }))).toMatchObject({
      text: 'so ',
      finish_reason: 'content_filter',
    });
  });

  it('stays unchanged when it has another shape', () => {
    for (const odd of ['[]', '{"choices":7}', '{"choices":[null]}', 'x']) {
      const bytes = Buffer.from(odd);
      expect(filterCompletionBody(bytes, settings)).toBe(bytes);
    }
  });
});
