import { deflateRawSync } from 'node:zlib';
import { decodeSeal, encodeSeal } from './seal';

describe('the envelope of a seal', () => {
  it('is not opened when it would unfold to far more than its own size, because callers write it', () => {
    const plain = JSON.stringify(['anthropic', 'signature', 'x', 'a'.repeat(7_000_000), '']);
    const bomb = `slseal1_${deflateRawSync(plain).toString('base64url')}`;
    expect(bomb.length).toBeLessThan(20_000);
    expect(decodeSeal(bomb)).toBeNull();
  });

  it.each([0, 1, 4096, 100_000, 1_000_000])(
    'carries a reasoning text of %d equal characters and gives it back',
    length => {
      const sealed = {
        seal: { provider: 'anthropic', kind: 'signature', value: 's' },
        text: 'a'.repeat(length),
      } as const;
      expect(decodeSeal(encodeSeal(sealed))).toEqual(sealed);
    },
  );
});
