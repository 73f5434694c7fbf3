import { type LogEntry, type TeamDetail } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../base/site/use-status';
import { formatCompact, formatCurrency } from '../../shared/format/quota';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';
import { PagedTable } from '../../shared/table/PagedTable';
import { useTableState } from '../../shared/table/use-table-state';
import { useListTeamLogQuery } from './team-parts-api';

const noFilters = {};
/** A call costs a fraction of a cent. */
const CURRENCY_DIGITS = 6;

/** Calls with keys of a team: all of them for managers, their own ones for members. */
export function TeamLog({ team }: { readonly team: TeamDetail }) {
  const { t } = useTranslation();
  const display = useStatus();
  const table = useTableState(noFilters);
  const { page, size } = table;
  const { data, isFetching, isError, refetch } = useListTeamLogQuery({ teamId: team.id, page, size });
  const list = {
    rows: data?.items,
    total: data?.total,
    isFetching,
    hasFailed: isError,
    refresh: () => void refetch(),
  };
  const columns = useMemo<readonly Column<LogEntry>[]>(
    () => [
      { id: 'time', header: t('team.time'), render: row => <TimeCell seconds={row.created_at} /> },
      { id: 'member', header: t('team.member'), render: row => row.username },
      { id: 'key', header: t('team.key'), render: row => <span className="cell-wide">{row.token_name}</span> },
      { id: 'model', header: t('team.model'), render: row => <span className="cell-wide">{row.model_name}</span> },
      {
        id: 'tokens',
        header: t('team.tokens'),
        isNumeric: true,
        render: row => formatCompact(row.prompt_tokens + row.completion_tokens),
      },
      {
        id: 'charged',
        header: t('team.charged'),
        isNumeric: true,
        render: row => formatCurrency(row.quota, display, CURRENCY_DIGITS),
      },
      { id: 'tags', header: t('team.tags'), render: row => <span className="cell-wide">{row.tags ?? ''}</span> },
    ],
    [t, display],
  );
  return (
    <PagedTable
      label={t('team.tab_log')}
      columns={columns}
      list={list}
      pages={table}
      keyOf={row => row.id}
      emptyText={t('team.empty_log')}
    />
  );
}
