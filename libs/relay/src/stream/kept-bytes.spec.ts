import { KeptBytes } from './kept-bytes';

describe('kept bytes', () => {
  it('are those that were added, in their order, whatever becomes of the chunks', () => {
    const kept = new KeptBytes();
    const chunks = Array.from({ length: 300 }, (_, at) => Buffer.from(`chunk ${at} ü\n`.repeat(at % 7)));
    const whole = Buffer.concat(chunks);
    for (const chunk of chunks) {
      kept.add(chunk);
      chunk.fill(0);
    }
    expect(kept.length).toBe(whole.length);
    expect(kept.takeAll().equals(whole)).toBe(true);
  });

  it('are given away once, and not written over by what comes later', () => {
    const kept = new KeptBytes();
    expect(kept.takeAll()).toHaveLength(0);
    kept.add(Buffer.from('first'));
    const first = kept.takeAll();
    kept.add(Buffer.from('later'));
    expect([first.toString(), kept.takeAll().toString(), kept.length]).toEqual(['first', 'later', 0]);
  });
});
