import { findWords } from './find-words';
import { readWords } from './word-list';

function find(words: string, ...texts: readonly string[]) {
  return findWords(texts, readWords(words));
}

describe('sensitive words in texts', () => {
  it('are found whatever their case and width, on both sides', async () => {
    expect(await find('Bad Word\nＳＰＡＭ', 'a BAD WORD and spam')).toEqual(['bad word', 'spam']);
  });

  it('are the lines of the option, without blanks around them and without empty lines', async () => {
    expect(await find(' \n\n  bad \r\n', 'good')).toEqual([]);
    expect(await find(' \n\n  bad \r\n', 'bad')).toEqual(['bad']);
  });

  it('do not begin in one text and end in the next', async () => {
    expect(await find('bad', 'b', 'ad')).toEqual([]);
  });

  it('are found when they are written with escapes of JSON text', async () => {
    expect(await find('坏词', String.raw`{"a":"\u574f\u8BCD"}`)).toEqual(['坏词']);
  });

  it('are found across the border of two slices of a long text', async () => {
    const border = 262_144;
    expect(await find('bad', `${'x'.repeat(border - 1)}bad`)).toHaveLength(1);
    expect(await find('é', `${'x'.repeat(border - 1)}e\u0301`)).toEqual(['é']);
  });

  it('are searched in a way that lets other work run while a text is long', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await find('bad', 'x'.repeat(8_000_000));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
  });

  it('are named up to twenty', async () => {
    const words = Array.from({ length: 30 }, (_, at) => `w${at}.`);
    expect(await find(words.join('\n'), words.join(' '))).toHaveLength(20);
  });
});
