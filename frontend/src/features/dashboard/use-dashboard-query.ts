import { type DataGranularity, type HourlyUsageQuery } from '@contracts';
import { useMemo, useState } from 'react';
import dayjs from 'dayjs';
import { type OwnerQuery } from '../../api/page-query';
import { useIsAdmin } from '../../base/session/use-role';
import { readStored } from '../../shared/browser/storage';
import { useTableState } from '../../shared/table/use-table-state';
import { useStatus } from '../../base/site/use-status';
import { canShowHours, dayStart, isGranularity, spanFault, usualSpan, type TimeSpan } from './time-span';

/** The choices as they are in the address. */
interface DashboardTexts extends Readonly<Record<string, string>> {
  /** hour, day or week; empty means the operator's default. */
  readonly time: string;
  /** Unix seconds; empty means the usual span of the granularity. */
  readonly start: string;
  readonly end: string;
  /** A user name, for administrators only; empty means all users. */
  readonly username: string;
}

const noChoices: DashboardTexts = { time: '', start: '', end: '', username: '' };

export interface DashboardQuery {
  readonly texts: DashboardTexts;
  readonly choose: (changes: Partial<DashboardTexts>) => void;
  readonly isAdmin: boolean;
  /** The granularity that is drawn: hours of a long span are drawn as days. */
  readonly granularity: DataGranularity;
  readonly span: TimeSpan;
  readonly fault: ReturnType<typeof spanFault>;
  readonly request: HourlyUsageQuery & OwnerQuery;
  /** Moves the usual span to the present. */
  readonly renew: () => void;
}

function secondsOr(text: string, fallback: number): number {
  const value = Number(text);
  return text !== '' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

/** The parameters of the dashboard, from the address, the operator's default, the clock and the role. */
export function useDashboardQuery(): DashboardQuery {
  const isAdmin = useIsAdmin();
  const { data_export_default_time: asked = readStored('data_export_default_time') ?? '' } = useStatus();
  const { filters: texts, setFilters } = useTableState(noChoices);
  // The time is kept: a span that moved with every render would call the server every second.
  const [now, setNow] = useState(() => dayjs());

  const wanted = [texts.time, asked].find(isGranularity) ?? 'hour';
  const span = useMemo(() => {
    const usual = usualSpan(wanted, now);
    return { start: secondsOr(texts.start, usual.start), end: secondsOr(texts.end, usual.end) };
  }, [wanted, now, texts.start, texts.end]);
  const { start, end } = span;
  const username = isAdmin ? texts.username : '';
  const granularity = wanted === 'hour' && !canShowHours(span) ? 'day' : wanted;
  const request = useMemo(
    () => ({
      ...{ isAdmin, start_timestamp: start, end_timestamp: end, ...(username && { username }) },
      ...(granularity !== 'hour' && dayStart({ start, end })),
    }),
    [isAdmin, start, end, username, granularity],
  );
  return {
    texts,
    choose: setFilters,
    isAdmin,
    granularity,
    span,
    fault: spanFault(span, isAdmin),
    request,
    renew: () => setNow(dayjs()),
  };
}
