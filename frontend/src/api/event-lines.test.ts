import { EventLines } from './event-lines';

function readIn(pieces: readonly string[]): readonly string[] {
  const lines = new EventLines();
  return [...pieces.flatMap(piece => lines.push(piece)), ...lines.end()];
}

const whole = ': keep-alive\n\ndata: {"a":1}\n\nevent: x\r\ndata:two\r\ndata: lines\r\n\r\ndata: [DONE]\n\n';
const expected = ['{"a":1}', 'two\nlines', '[DONE]'];

describe('server-sent events', () => {
  it('are read when they arrive in one piece', () => {
    expect(readIn([whole])).toEqual(expected);
  });

  it('are read wherever the text is cut into pieces', () => {
    for (let at = 1; at < whole.length; at++) {
      expect(readIn([whole.slice(0, at), whole.slice(at)])).toEqual(expected);
    }
    expect(readIn([...whole])).toEqual(expected);
  });

  it('end with the stream, even without a blank line after the last event', () => {
    expect(readIn(['data: a\n\ndata: b'])).toEqual(['a', 'b']);
  });

  it('may use a carriage return alone as the line end', () => {
    expect(readIn(['data: a\r\rdata: b\r\r'])).toEqual(['a', 'b']);
  });

  it('without data are skipped', () => {
    expect(readIn([': comment\n\nevent: ping\n\n\n'])).toEqual([]);
  });
});
