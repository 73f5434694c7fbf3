import {
  ownReportDimensions,
  reportDimensions,
  reportOrders,
  type ReportDimension,
  type ReportOrder,
  type ReportQuery,
} from '@contracts';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { type OwnerQuery } from '../../api/page-query';
import { useIsAdmin } from '../../base/session/use-role';
import { useTableState } from '../../shared/table/use-table-state';
import { wholeNumberOr } from '../../shared/table/time-window';
import { spanFault, spanOfDays, type TimeSpan } from './time-span';

/** The choices as they are in the address. */
interface ReportTexts extends Readonly<Record<string, string>> {
  readonly by: string;
  readonly order: string;
  /** Unix seconds; empty means the last seven days. */
  readonly start: string;
  readonly end: string;
}

const noChoices: ReportTexts = { by: '', order: '', start: '', end: '' };
const USUAL_DAYS = 7;

export interface ReportChoices {
  readonly isAdmin: boolean;
  readonly dimensions: readonly ReportDimension[];
  readonly by: ReportDimension;
  readonly order: ReportOrder;
  readonly span: TimeSpan;
  readonly fault: ReturnType<typeof spanFault>;
  readonly request: ReportQuery & OwnerQuery;
  readonly choose: (changes: Partial<ReportTexts>) => void;
  /** Moves the usual span to the present. */
  readonly renew: () => void;
}

/** What a report is asked for, from the address, the clock and the role. */
export function useReportQuery(): ReportChoices {
  const isAdmin = useIsAdmin();
  const { filters: texts, setFilters } = useTableState(noChoices);
  // The time is kept: a span that moved with every render would call the server every second.
  const [now, setNow] = useState(() => dayjs());
  const dimensions: readonly ReportDimension[] = isAdmin ? reportDimensions : ownReportDimensions;
  const by = dimensions.find(known => known === texts.by) ?? dimensions[0] ?? 'key';
  const order = (isAdmin ? reportOrders.find(known => known === texts.order) : undefined) ?? 'quota';
  const usual = useMemo(() => spanOfDays(USUAL_DAYS, now), [now]);
  const start = wholeNumberOr(texts.start, usual.start);
  const end = wholeNumberOr(texts.end, usual.end);
  const request = useMemo(
    () => ({
      ...{ isAdmin, by, order, start_timestamp: start, end_timestamp: end },
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    [isAdmin, by, order, start, end],
  );
  const span = { start, end };
  return {
    ...{ isAdmin, dimensions, by, order, span, request },
    fault: spanFault(span, isAdmin),
    choose: setFilters,
    renew: () => setNow(dayjs()),
  };
}
