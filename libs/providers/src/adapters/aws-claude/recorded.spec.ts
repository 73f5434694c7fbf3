import { recordedStreams } from '@formats/testing';
import { MessagesStreamReader, type StreamFrame } from '@formats';
import { readUnwrapped } from './stream';

/**
 * This provider's frames contain events of the Messages API; recorded streams of that API must come out of the frames
 * unchanged.
 */
const recorded = recordedStreams(['anthropic']);

(recorded.length > 0 ? describe : describe.skip)('recorded streams in the frames of type 33', () => {
  // An empty table is an error, even in a skipped block.
  it.each(recorded.length > 0 ? recorded : [{ name: 'no file', payloads: [] }])('$name', ({ payloads: lines }) => {
    const framed = (line: string): StreamFrame => ({
      event: 'chunk',
      data: JSON.stringify({ bytes: Buffer.from(line).toString('base64'), p: 'abc' }),
    });
    const plain = new MessagesStreamReader();
    const unwrapped = readUnwrapped(new MessagesStreamReader());
    const expected = lines.flatMap(data => plain.read({ event: '', data }));
    expect(expected.length).toBeGreaterThan(0);
    expect(lines.flatMap(line => unwrapped.read(framed(line)))).toEqual(expected);
  });
});
