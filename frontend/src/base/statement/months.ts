import dayjs from 'dayjs';

const MONTHS = 24;

/** The months whose statements may be chosen, the present one first. */
export function recentMonths(now = dayjs()): readonly string[] {
  return Array.from({ length: MONTHS }, (_, back) => now.subtract(back, 'month').format('YYYY-MM'));
}
