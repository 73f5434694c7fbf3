import { StopTrimmer } from './stop-trimmer';

describe('stop sequences that the provider includes in an answer', () => {
  const run = (pieces: string[], hasStopped = true): unknown => {
    const trimmer = new StopTrimmer(['END', 'E!']);
    const shown = pieces.map(piece => trimmer.take(piece)).join('');
    const { text, stop } = trimmer.end(hasStopped);
    return [shown + text, stop];
  };

  it.each([
    [['abcEND'], ['abc', 'END']],
    [
      ['ab', 'cE', 'N', 'D'],
      ['abc', 'END'],
    ],
    [
      ['abcE', '!'],
      ['abc', 'E!'],
    ],
    [['abcEN'], ['abcEN', undefined]],
    [['abcEND and on'], ['abcEND and on', undefined]],
    [['EEND'], ['E', 'END']],
  ])('are recognised in the pieces %j only when whole and at the end', (pieces, expected) => {
    expect(run(pieces)).toEqual(expected);
  });

  it('stay in the text when the answer ended for another reason', () => {
    expect(run(['abcEND'], false)).toEqual(['abcEND', undefined]);
  });
});
