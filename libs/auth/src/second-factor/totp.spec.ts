import { newTotpSecret, totpStepOf, totpUrl } from './totp';

/** The ASCII text `12345678901234567890` of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of an authenticator app', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %i seconds are those of the standard', (seconds, code, step) => {
    expect(totpStepOf(SECRET, code, seconds * 1000)).toBe(step);
  });

  it('count one step early and one late, with their own step, and not two', () => {
    const atStep = (step: number) => totpStepOf(SECRET, '287082', step * 30_000);
    expect([atStep(0), atStep(1), atStep(2)]).toEqual([1, 1, 1]);
    expect(atStep(3)).toBeNull();
    expect(totpStepOf(SECRET, '050471', (37_037_037 - 2) * 30_000)).toBeNull();
    expect(totpStepOf(SECRET, '050471', (37_037_037 - 1) * 30_000)).toBe(37_037_037);
  });

  it.each(['', '28708', '2870822', '287083', 'abcdef', '２８７０８２'])('are not %p', code => {
    expect(totpStepOf(SECRET, code, 59_000)).toBeNull();
  });

  it('come from secrets of 160 bits that never repeat', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret);
    expect(new Set(secrets).size).toBe(50);
    expect(secrets.every(secret => /^[A-Z2-7]{32}$/.test(secret))).toBe(true);
  });

  it('are set up by an address in which names cannot break out of their place', () => {
    const url = new URL(totpUrl({ secret: SECRET, issuer: 'Our: Gate & Co', account: 'Ännie/1?' }));
    expect(decodeURIComponent(url.pathname)).toBe('/Our  Gate & Co:Ännie/1?');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Our  Gate & Co',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
