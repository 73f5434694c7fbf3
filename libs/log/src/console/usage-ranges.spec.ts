import { splitAtHours, usageRanges, type TimeRange } from './usage-ranges';

const HOUR = 3_600_000;
const NOW = 1000 * HOUR + 600_000;

function isIn({ startMs, endMs }: TimeRange, at: number): boolean {
  return at >= (startMs ?? -Infinity) && at < (endMs ?? Infinity);
}

/** The half hours up to now that are not counted exactly as often as they should be. */
function miscounted(range: TimeRange, exactFromMs: number, summedUntilMs: number): readonly string[] {
  const { rows, hours } = splitAtHours(range, NOW);
  const lateHours = [940 * HOUR, 960 * HOUR, 999 * HOUR];
  const ranges = hours && usageRanges(hours, { exactFromMs, summedUntilMs, lateHours });
  const marks: string[] = [];
  for (let at = 900 * HOUR; at <= NOW; at += HOUR / 2) {
    const hour = Math.floor(at / HOUR) * HOUR;
    const parts = [ranges?.older, ranges?.summed, ranges?.recent].filter(part => part && isIn(part, hour)).length;
    // A late hour is read from the figures instead of its sums, so it must be among the sums.
    const wrongLate = (ranges?.lateHours ?? []).filter(late => !ranges?.summed || !isIn(ranges.summed, late));
    const count = rows.filter(part => isIn(part, at)).length + parts + wrongLate.length;
    if (count !== (isIn(range, at) ? 1 : 0)) marks.push(`${at / HOUR}: ${count}`);
  }
  return marks;
}

const RANGES: readonly TimeRange[] = [
  { startMs: null, endMs: null },
  { startMs: null, endMs: 990 * HOUR },
  { startMs: null, endMs: 950.5 * HOUR },
  { startMs: 920.5 * HOUR, endMs: null },
  { startMs: 920 * HOUR, endMs: 950.5 * HOUR },
  { startMs: 920.5 * HOUR, endMs: 921 * HOUR },
  { startMs: 920.25 * HOUR, endMs: 920.75 * HOUR },
  { startMs: 976 * HOUR, endMs: 977 * HOUR },
  { startMs: 990 * HOUR, endMs: NOW },
  { startMs: 1000.1 * HOUR, endMs: null },
];

describe('the parts of a range', () => {
  it.each([
    [0, 0],
    [0, 999 * HOUR],
    [0, 950 * HOUR],
    [1001 * HOUR, 1001 * HOUR],
    [950 * HOUR, 999 * HOUR],
  ])('count every moment exactly once, completed from %d and summed until %d', (exactFromMs, summedUntilMs) => {
    for (const range of RANGES) expect(miscounted(range, exactFromMs, summedUntilMs)).toEqual([]);
  });

  it('have no rows up to a present or later end, because the present hour counts as whole', () => {
    for (const endMs of [null, NOW + 1, NOW + HOUR]) {
      expect(splitAtHours({ startMs: 976 * HOUR, endMs }, NOW)).toEqual({
        rows: [],
        hours: { startMs: 976 * HOUR, endMs: null },
      });
    }
  });
});
