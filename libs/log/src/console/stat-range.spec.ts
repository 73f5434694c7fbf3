import { splitAtHours, type TimeRange } from './stat-range';

const HOUR = 3_600_000;
const NOW = 1000 * HOUR + 600_000;
/** Everything before this hour is old enough for the hourly figures. */
const SETTLED = 976 * HOUR;

/** The half hours of a range, each marked by where it would be counted; no mark or two marks would be a wrong sum. */
function countedIn(range: TimeRange): readonly string[] {
  const { rows, hours } = splitAtHours(range, NOW);
  const marks: string[] = [];
  for (let at = 900 * HOUR; at < 1010 * HOUR; at += HOUR / 2) {
    const isIn = ({ startMs, endMs }: TimeRange) => at >= (startMs ?? -Infinity) && at < (endMs ?? Infinity);
    const hour = Math.floor(at / HOUR) * HOUR;
    const isInHours = hours !== null && hour >= (hours.startMs ?? -Infinity) && hour < (hours.endMs ?? Infinity);
    const count = rows.filter(isIn).length + (isInHours ? 1 : 0);
    if (count !== (isIn(range) ? 1 : 0)) marks.push(`${at / HOUR}: ${count}`);
  }
  return marks;
}

describe('splitting a range between hourly figures and rows', () => {
  it.each([
    [{ startMs: null, endMs: null }],
    [{ startMs: null, endMs: 990 * HOUR }],
    [{ startMs: null, endMs: 950 * HOUR }],
    [{ startMs: null, endMs: 950.5 * HOUR }],
    [{ startMs: 920.5 * HOUR, endMs: null }],
    [{ startMs: 920 * HOUR, endMs: 950.5 * HOUR }],
    [{ startMs: 920.5 * HOUR, endMs: 921 * HOUR }],
    [{ startMs: 975.5 * HOUR, endMs: null }],
    [{ startMs: 976 * HOUR, endMs: 977 * HOUR }],
    [{ startMs: 990 * HOUR, endMs: 995 * HOUR }],
  ])('counts every moment of %j exactly once', range => expect(countedIn(range)).toEqual([]));

  it('reads the last day from the rows alone', () => {
    expect(splitAtHours({ startMs: SETTLED, endMs: null }, NOW)).toEqual({
      rows: [{ startMs: SETTLED, endMs: null }],
      hours: null,
    });
  });

  it('reads a month but for its last day from the hourly figures', () => {
    expect(splitAtHours({ startMs: 256 * HOUR, endMs: null }, NOW)).toEqual({
      rows: [{ startMs: SETTLED, endMs: null }],
      hours: { startMs: 256 * HOUR, endMs: SETTLED },
    });
  });
});
