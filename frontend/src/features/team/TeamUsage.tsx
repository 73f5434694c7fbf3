import { HTMLSelect } from '@blueprintjs/core';
import { teamUsageDimensions, type TeamDetail, type TeamUsageDimension, type TeamUsageRow } from '@contracts';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../base/site/use-status';
import { formatCompact, formatCurrency } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { DataTable } from '../../shared/table/DataTable';
import { useListTeamUsageQuery } from './team-parts-api';

const SPAN_DAYS = 30;
/** Many rows are fractions of a cent. */
const CURRENCY_DIGITS = 4;

/** What a team used in the last month, by members, models or days. */
export function TeamUsage({ team }: { readonly team: TeamDetail }) {
  const { t } = useTranslation();
  const display = useStatus();
  const [by, setBy] = useState<TeamUsageDimension>('member');
  const [start] = useState(() => dayjs().subtract(SPAN_DAYS, 'day').startOf('hour').unix());
  const { currentData, isFetching, isError, refetch } = useListTeamUsageQuery({
    teamId: team.id,
    by,
    start_timestamp: start,
  });
  const rows = useMemo(() => currentData?.map((row, at) => ({ ...row, at })), [currentData]);
  const columns = useMemo<readonly Column<TeamUsageRow>[]>(
    () => [
      { id: 'name', header: t(`team.by_${by}`), render: ({ name }) => <span className="cell-wide">{name}</span> },
      { id: 'count', header: t('team.calls'), isNumeric: true, render: ({ count }) => formatCompact(count) },
      { id: 'tokens', header: t('team.tokens'), isNumeric: true, render: row => formatCompact(row.token_used) },
      {
        id: 'quota',
        header: t('team.charged'),
        isNumeric: true,
        render: ({ quota }) => formatCurrency(quota, display, CURRENCY_DIGITS),
      },
    ],
    [t, by, display],
  );
  return (
    <>
      <div className="toolbar">
        <HTMLSelect
          aria-label={t('team.by')}
          value={by}
          options={teamUsageDimensions.map(value => ({ value, label: t(`team.by_${value}`) }))}
          onChange={event => setBy(event.currentTarget.value as TeamUsageDimension)} // one of the options
        />
      </div>
      <DataTable
        label={t('team.tab_usage')}
        columns={columns}
        rows={rows}
        isFetching={isFetching}
        hasFailed={isError}
        onRetry={() => void refetch()}
        keyOf={({ at }) => at}
        nameOf={({ name }) => name}
        emptyText={t('team.empty_usage')}
      />
    </>
  );
}
