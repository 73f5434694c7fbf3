import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MessagesStreamReader } from '../formats/anthropic';
import { type StreamFrame } from '../spec/chat-format';
import { readUnwrapped } from './stream-frames';

/** What goes through this vendor's frames is the Messages API; its recorded streams must come out of them unchanged. */
const recorded = join(
  process.env['SLUICE_FIXTURES'] ?? resolve(__dirname, '../../../../../shared/fixtures'),
  'upstream/anthropic',
);
const files = existsSync(recorded) ? readdirSync(recorded).filter(file => file.endsWith('.chunks.txt')) : [];
if (files.length === 0)
  console.info('recorded streams do not go through type 33; SLUICE_FIXTURES may name their folder');

(files.length > 0 ? describe : describe.skip)('recorded streams in the frames of type 33', () => {
  // An empty table is an error, even in what is skipped.
  it.each(files.length > 0 ? files : ['no file'])('%s', file => {
    const lines = readFileSync(join(recorded, file), 'utf8')
      .split('\n')
      .filter(line => line.trim() !== '');
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
