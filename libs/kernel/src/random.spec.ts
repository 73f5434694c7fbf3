import { FixedClock, systemClock } from './clock';
import { ALPHANUMERIC, createRequestIds, LOWER_HEX, randomText, randomUuid, systemRandom } from './random';

describe('random text', () => {
  it('has the length and characters asked for', () => {
    expect(randomText(48, ALPHANUMERIC)).toMatch(/^[0-9A-Za-z]{48}$/);
    expect(randomText(1000, 'x')).toBe('x'.repeat(1000));
    expect(randomText(0, LOWER_HEX)).toBe('');
  });

  it('uses every character about equally', () => {
    const counts = new Map<string, number>();
    const alphabet = ALPHANUMERIC.slice(0, 48); // 256 is no multiple of 48: without rejection a third would be 20 % likelier
    for (const character of randomText(48_000, alphabet)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(48);
    expect(Math.min(...counts.values())).toBeGreaterThan(820);
    expect(Math.max(...counts.values())).toBeLessThan(1180);
  });

  it('draws integers from both ends of the range', () => {
    const drawn = new Set(Array.from({ length: 400 }, () => systemRandom.integer(-1, 1)));
    expect([...drawn].sort()).toEqual([-1, 0, 1]);
    expect(systemRandom.integer(7, 7)).toBe(7);
  });

  it('makes UUIDs', () => {
    expect(randomUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('request ids', () => {
  it('start with the time and change with it', () => {
    const clock = new FixedClock(Date.UTC(2026, 7, 1, 2, 3, 4, 56));
    const next = createRequestIds(clock);
    expect(next()).toMatch(/^20260801020304056000000[0-9a-z]{8}$/);
    clock.advance(1000.25);
    expect(next()).toMatch(/^20260801020305056250000[0-9a-z]{8}$/);
  });

  it('differ although made in the same moment, beyond one pool of random bytes', () => {
    const next = createRequestIds(new FixedClock());
    expect(new Set(Array.from({ length: 2_000 }, next)).size).toBe(2_000);
  });
});

describe('clocks', () => {
  it('move only when a test moves them, and keep calendar and elapsed time apart', () => {
    const clock = new FixedClock(5_000);
    clock.advance(1_500);
    expect([clock.now(), clock.monotonic()]).toEqual([6_500, 1_500]);
    clock.setNow(0);
    expect([clock.now(), clock.monotonic()]).toEqual([0, 1_500]);
  });

  it('of the system agree with the machine', () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
    const before = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before);
  });
});
