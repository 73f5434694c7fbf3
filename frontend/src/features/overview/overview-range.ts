import { type OverviewQuery } from '@contracts';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { useAddressParameters } from '../../shared/browser/use-address-parameters';

/** The spans, by their names in the address. */
export const overviewRanges = ['24h', '7d', '30d', '90d'] as const;
export type OverviewRange = (typeof overviewRanges)[number];

const RANGE = 'range';
const USUAL: OverviewRange = '24h';
const DAY_MINUTES = 24 * 60;
const DAYS: Readonly<Record<Exclude<OverviewRange, '24h'>, number>> = { '7d': 7, '30d': 30, '90d': 90 };

/** The spans that a reader may choose: longer ones are for administrators. */
export function rangesFor(isAdmin: boolean): readonly OverviewRange[] {
  return isAdmin ? overviewRanges : overviewRanges.filter(range => range !== '90d');
}

/** The present hour with those before it, or today with the days before it. */
export function queryOf(range: OverviewRange, now: dayjs.Dayjs): OverviewQuery {
  const day_start = (((DAY_MINUTES - now.utcOffset()) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const start =
    range === '24h' ? now.startOf('hour').subtract(23, 'hour') : now.startOf('day').subtract(DAYS[range] - 1, 'day');
  return { start: start.unix(), day_start: day_start * 60 };
}

/** The span that the address names, as a request, and a function that moves it to the present. */
export function useOverviewRange(isAdmin: boolean) {
  const [parameters, setParameters] = useAddressParameters();
  const [now, setNow] = useState(() => dayjs());
  const range = rangesFor(isAdmin).find(name => name === parameters.get(RANGE)) ?? USUAL;
  const query = useMemo(() => queryOf(range, now), [range, now]);
  const choose = (name: OverviewRange) =>
    setParameters(current => {
      const next = new URLSearchParams(current);
      if (name === USUAL) next.delete(RANGE);
      else next.set(RANGE, name);
      return next;
    });
  return { range, query, choose, renew: () => setNow(dayjs()) };
}
