import { EventLines } from './event-lines';

function readIn(pieces: readonly string[]): readonly string[] {
  const lines = new EventLines();
  return [...pieces.flatMap(piece => lines.push(piece)), ...lines.end()];
}

const whole = ': keep-alive\n\ndata: {"a":1}\n\nevent: x\r\ndata:two\r\ndata: lines\r\n\r\ndata: [DONE]\n\n';
const expected = ['{"a":1}', 'two\nlines', '[DONE]'];

describe('events', () => {
  it('are read from one piece', () => {
    expect(readIn([whole])).toEqual(expected);
  });

  it('are read wherever the pieces are cut', () => {
    for (let at = 1; at < whole.length; at++) {
      expect(readIn([whole.slice(0, at), whole.slice(at)])).toEqual(expected);
    }
    expect(readIn([...whole])).toEqual(expected);
  });

  it('end with the stream, also without a blank line behind the last', () => {
    expect(readIn(['data: a\n\ndata: b'])).toEqual(['a', 'b']);
  });

  it('may use the old line end alone', () => {
    expect(readIn(['data: a\r\rdata: b\r\r'])).toEqual(['a', 'b']);
  });

  it('without data are none', () => {
    expect(readIn([': comment\n\nevent: ping\n\n\n'])).toEqual([]);
  });
});
