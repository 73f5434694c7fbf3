import { H3, SegmentedControl } from '@blueprintjs/core';
import { healthSpans, type ChannelHealthView, type HealthSpan } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useListChannelHealthQuery } from '../../base/health/channel-health-api';
import { pageOf } from '../../shared/format/list';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { useTableState } from '../../shared/table/use-table-state';
import { useRepeated } from '../../shared/timing/use-repeated';
import { healthColumns } from './health-columns';
import { HealthDetail } from './HealthDetail';
import { useHealthActions } from './use-health-actions';
import '../../styles/health.css';

/** Every 15 seconds. */
const READ_AGAIN_MINUTES = 0.25;

const noFilters = { span: 'hour', find: '' };

/** What needs somebody stands first: what is disabled or rests by failures, then what fails most. */
function urgencyOf({ state, success_rate: rate }: ChannelHealthView): number {
  if (state === 'auto_disabled') return 0;
  if (state === 'resting') return 1;
  return state === 'disabled' ? 4 : 2 + (rate ?? 1);
}

function isSpan(text: string): text is HealthSpan {
  return healthSpans.some(span => span === text);
}

/** How each channel does: success, times, what rests and why. */
export function HealthPage() {
  const { t, i18n } = useTranslation();
  const table = useTableState(noFilters);
  const { find } = table.filters;
  const span = isSpan(table.filters.span) ? table.filters.span : 'hour';
  const { data, isFetching, isError, refetch, fulfilledTimeStamp: readAtMs = 0 } = useListChannelHealthQuery(span);
  const refresh = () => void refetch();
  useRepeated(refresh, READ_AGAIN_MINUTES);
  useListKeys({ onReload: refresh });
  const actions = useHealthActions();
  const columns = useMemo(
    () => healthColumns({ t, language: i18n.language, actions, readAtMs }),
    [t, i18n.language, actions, readAtMs],
  );
  const found = useMemo(() => {
    const wanted = find.toLowerCase();
    const rows = (data?.rows ?? []).filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted));
    return [...rows].sort((one, other) => urgencyOf(one) - urgencyOf(other) || one.id - other.id);
  }, [data, find]);
  const { rows, total } = pageOf(found, table);
  return (
    <>
      <H3 className="page-title">{t('shell.health')}</H3>
      <p className="muted">{t('health.intro')}</p>
      <div className="toolbar toolbar-center">
        <SegmentedControl
          aria-label={t('health.span')}
          size="small"
          options={healthSpans.map(value => ({ value, label: t(`health.span_${value}`) }))}
          value={span}
          onValueChange={value => table.setFilters({ span: value })}
        />
        <SearchInput label={t('health.find')} value={find} onCommit={text => table.setFilters({ find: text })} />
        <RefreshButton onRefresh={refresh} />
      </div>
      <PagedTable
        className="health-table"
        label={t('shell.health')}
        columns={columns}
        list={{ rows: data && rows, total, isFetching: isFetching && !data, hasFailed: isError && !data, refresh }}
        pages={table}
        keyOf={channel => channel.id}
        nameOf={channel => channel.name}
        emptyText={find === '' ? t('health.empty') : t('health.none_found')}
        isMuted={({ state }) => state === 'disabled'}
        renderDetail={channel => <HealthDetail channel={channel} span={span} readAtMs={readAtMs} />}
      />
    </>
  );
}
