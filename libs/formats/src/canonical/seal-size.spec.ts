import { deflateRawSync } from 'node:zlib';
import { decodeSeal, encodeSeal } from './seal';

describe('the size of an envelope', () => {
  it('bounds what it can unfold to, because callers write it', () => {
    const plain = JSON.stringify(['anthropic', 'signature', 'x', 'a'.repeat(7_000_000), '']);
    const bomb = `slseal1_${deflateRawSync(plain).toString('base64url')}`;
    expect(bomb.length).toBeLessThan(20_000);
    expect(decodeSeal(bomb)).toBeNull();
  });

  it.each([0, 1, 4096, 100_000, 1_000_000])('is no hindrance for %d characters that are all the same', length => {
    const sealed = {
      seal: { provider: 'anthropic', kind: 'signature', value: 's' },
      text: 'a'.repeat(length),
    } as const;
    expect(decodeSeal(encodeSeal(sealed))).toEqual(sealed);
  });
});
