import { CapturedBytes } from '../capture/captured-bytes';
import { MemoryBudget } from '../capture/memory-budget';
import { keptBody } from './kept-body';

const rules = { bytesMax: 1000, secrets: ['the-channel-key'], isPersonal: false, words: [] };

function captured(pieces: readonly (string | Buffer)[], bytesMax = 4000): CapturedBytes {
  const bytes = new CapturedBytes(new MemoryBudget(), bytesMax);
  for (const piece of pieces) bytes.add(piece);
  return bytes;
}

describe('a kept body', () => {
  it('is put together from its pieces, with characters that were cut between them', () => {
    const bytes = Buffer.from('{"a":"é"}');
    const body = keptBody(captured([bytes.subarray(0, 7), bytes.subarray(7)]), 'application/json', rules);
    expect(body).toEqual({ text: '{"a":"é"}', content_type: 'application/json', bytes: 10, is_cut: false });
  });

  it('is whole at its limit, and cut one byte above it', () => {
    const whole = 'ab '.repeat(333) + 'a';
    expect(keptBody(captured([whole]), 'text/plain', rules)).toMatchObject({ text: whole, is_cut: false, bytes: 1000 });
    const cut = keptBody(captured([`${whole}b`]), 'text/plain', rules);
    expect(cut).toMatchObject({ is_cut: true, bytes: 1001 });
    expect(cut.text).toBe('ab '.repeat(333));
  });

  it('is not cut within a character', () => {
    const body = keptBody(captured([`${'a'.repeat(498)} ${'é'.repeat(400)}`]), 'text/plain', {
      ...rules,
      bytesMax: 500,
    });
    expect(body).toMatchObject({ is_cut: true, text: `${'a'.repeat(498)} ` });
    expect(body.text).not.toContain('\ufffd');
  });

  it('does not end within a secret that was cut', () => {
    const text = `${'ab '.repeat(330)}the-channel-key`;
    expect(keptBody(captured([text]), 'text/plain', rules).text).toBe('ab '.repeat(330));
    const early = captured([`${'ab '.repeat(100)}the-channel-key`], 310);
    expect(keptBody(early, 'text/plain', rules)).toMatchObject({ text: 'ab '.repeat(100), is_cut: true, bytes: 315 });
  });

  it('takes no memory after it was let go', () => {
    const budget = new MemoryBudget(10);
    const bytes = new CapturedBytes(budget, 100);
    bytes.add('12345');
    expect(budget.take(6)).toBe(false);
    bytes.release();
    bytes.add('12345');
    bytes.release();
    expect(budget.take(10)).toBe(true);
  });

  it('is no body for what is no text, and empty for nothing', () => {
    const upload = keptBody(captured([Buffer.alloc(50)]), 'multipart/form-data; boundary=x', rules);
    expect(upload).toMatchObject({ text: '', left_out: 'binary', bytes: 50 });
    expect(keptBody(captured([]), '', rules)).toMatchObject({ text: '', bytes: 0, is_cut: false });
  });

  it('keeps events beside their text unless a secret runs over several of them', () => {
    const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    const plain = event('sk-') + event('a b');
    expect(keptBody(captured([plain]), 'text/event-stream', rules)).toMatchObject({ text: plain, collected: 'sk-a b' });
    const split = keptBody(captured([event('the-chan'), event('nel-key')]), 'text/event-stream', rules);
    expect(split).toMatchObject({ text: '', collected: '[masked:key]', left_out: 'events' });
  });
});
