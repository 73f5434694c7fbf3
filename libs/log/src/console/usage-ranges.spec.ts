import { type UsageDimensionName } from '../store/usage-dimensions';
import { type UsageProgress } from '../store/usage-progress';
import { sourcesOf, splitAtHours, usageRanges, type TimeRange } from './usage-ranges';

const HOUR = 3_600_000;
const NOW = 1000 * HOUR + 600_000;

function isIn({ startMs, endMs }: TimeRange, at: number): boolean {
  return at >= (startMs ?? -Infinity) && at < (endMs ?? Infinity);
}

const LATE_HOURS = [940 * HOUR, 960 * HOUR, 999 * HOUR];

function progressOf(exactFromMs: number, summedUntilMs: number, grouped = [0, summedUntilMs]): UsageProgress {
  const [groupedFromMs = 0, groupedUntilMs = 0] = grouped;
  return { exactFromMs, summedUntilMs, groupedFromMs, groupedUntilMs, lateHours: LATE_HOURS };
}

/** The hours up to now that an answer does not read exactly once, of those that no older version counted. */
function misread(range: TimeRange, progress: UsageProgress, dimension: UsageDimensionName | null): readonly string[] {
  const ranges = usageRanges(range, progress);
  const { sums, lateHours, hours } = sourcesOf(ranges, dimension);
  const marks: string[] = [];
  for (let at = 900 * HOUR; at <= NOW; at += HOUR) {
    const isSummed = sums !== null && isIn(sums, at) && !lateHours.includes(at);
    const count = hours.filter(part => isIn(part, at)).length + (isSummed ? 1 : 0);
    const isOlder = ranges.older !== null && isIn(ranges.older, at);
    if (count !== (isIn(range, at) && !isOlder ? 1 : 0)) marks.push(`${at / HOUR}: ${count}`);
  }
  return marks;
}

/** The half hours up to now that are not counted exactly as often as they should be. */
function miscounted(range: TimeRange, exactFromMs: number, summedUntilMs: number): readonly string[] {
  const { rows, hours } = splitAtHours(range, NOW);
  const ranges = hours && usageRanges(hours, progressOf(exactFromMs, summedUntilMs));
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

  it.each([
    [0, 0],
    [950, 999],
    [0, 955],
    [970, 970],
    [999, 999],
  ])('are read once each where channels have sums with groups from %d until %d', (fromHour, untilHour) => {
    const grouped = [fromHour * HOUR, untilHour * HOUR];
    for (const progress of [progressOf(0, 999 * HOUR, grouped), progressOf(940 * HOUR, 999 * HOUR, grouped)]) {
      for (const range of [RANGES[0]!, RANGES[7]!, { startMs: 941 * HOUR, endMs: 998 * HOUR }]) {
        for (const dimension of [null, 'channel', 'channelAndGroup'] as const) {
          expect(misread(range, progress, dimension)).toEqual([]);
        }
      }
    }
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
