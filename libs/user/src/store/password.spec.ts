import { hash } from '@node-rs/argon2';
import { hashPassword, isOutdatedHash, passwordFits } from './password';

describe('password', () => {
  it('accepts the password it was made from and no other', async () => {
    const stored = await hashPassword('correct horse');
    await expect(passwordFits(stored, 'correct horse')).resolves.toBe(true);
    await expect(passwordFits(stored, 'correct horsf')).resolves.toBe(false);
    await expect(passwordFits(stored, '')).resolves.toBe(false);
  });

  it('distinguishes passwords that differ only after the 72nd byte', async () => {
    const stored = await hashPassword('密'.repeat(30) + 'a');
    await expect(passwordFits(stored, '密'.repeat(30) + 'b')).resolves.toBe(false);
  });

  it('accepts a hash of bcrypt that came with an import, and has it replaced', async () => {
    const { hash: bcryptHash } = await import('bcryptjs');
    const stored = await bcryptHash('正确的 horse', 4);
    await expect(passwordFits(stored, '正确的 horse')).resolves.toBe(true);
    await expect(passwordFits(stored, 'wrong horse')).resolves.toBe(false);
    expect(isOutdatedHash(stored)).toBe(true);
  });

  it('refuses every password of an account without one, after the same work', async () => {
    const stored = await hashPassword('correct horse');
    await passwordFits(null, 'warm up');
    const timeOf = async (against: string | null): Promise<number> => {
      const start = performance.now();
      await expect(passwordFits(against, 'guess')).resolves.toBe(false);
      return performance.now() - start;
    };
    // Checks take turns, and the quickest of each kind counts: other work on the machine makes single ones slower,
    // never quicker.
    let known = Infinity;
    let unknown = Infinity;
    for (let round = 0; round < 12; round += 1) {
      known = Math.min(known, await timeOf(stored));
      unknown = Math.min(unknown, await timeOf(null));
    }
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });

  it('recognises hashes that were made with other parameters', async () => {
    expect(isOutdatedHash(await hashPassword('correct horse'))).toBe(false);
    expect(isOutdatedHash(await hash('correct horse', { memoryCost: 8192, timeCost: 3 }))).toBe(true);
  });

  it('refuses when too many are waiting, and recovers', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 240 }, () => passwordFits('not a hash', 'x')));
    const refused = outcomes.filter(
      outcome => outcome.status === 'rejected' && (outcome.reason as { code?: string }).code === 'RATE_TOO_MANY',
    );
    expect(refused).toHaveLength(240 - 202);
    const stored = await hashPassword('correct horse');
    await expect(passwordFits(stored, 'correct horse')).resolves.toBe(true);
  });
});
