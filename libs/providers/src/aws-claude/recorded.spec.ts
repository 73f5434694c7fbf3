import { recordedStreams } from '@formats/testing';
import { MessagesStreamReader, type StreamFrame } from '@formats';
import { readUnwrapped } from './stream-frames';

/** What goes through this provider's frames is the Messages API; its recorded streams must come out of them unchanged. */
const recorded = recordedStreams(['anthropic']);

(recorded.length > 0 ? describe : describe.skip)('recorded streams in the frames of type 33', () => {
  // An empty table is an error, even in what is skipped.
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
