import { Button, SegmentedControl } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { dataGranularities } from '@contracts';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../shared/table/SearchInput';
import { TimeInput } from '../../shared/table/TimeInput';
import { DayPresets } from './DayPresets';
import { canShowHours } from './time-span';
import { type DashboardQuery } from './use-dashboard-query';

interface DashboardFilterBarProps {
  readonly query: DashboardQuery;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

function Presets({ query: { isAdmin, choose } }: Pick<DashboardFilterBarProps, 'query'>) {
  const { t } = useTranslation();
  return (
    <DayPresets isAdmin={isAdmin} choose={choose}>
      <Button
        size="small"
        variant="minimal"
        text={t('dashboard.usual_span')}
        onClick={() => choose({ start: '', end: '' })}
      />
    </DayPresets>
  );
}

/** The filters of the dashboard; every choice goes into the address. */
export function DashboardFilterBar({ query, isFetching, onRefresh }: DashboardFilterBarProps) {
  const { t } = useTranslation();
  const { texts, choose, isAdmin, granularity, span } = query;
  return (
    <>
      <div className="toolbar toolbar-center">
        <SegmentedControl
          size="small"
          aria-label={t('dashboard.granularity')}
          options={dataGranularities.map(value => ({
            value,
            label: t(`dashboard.by_${value}`),
            disabled: value === 'hour' && !canShowHours(span),
          }))}
          value={granularity}
          onValueChange={value => choose({ time: value })}
        />
        {isAdmin && (
          <SearchInput
            label={t('dashboard.username')}
            value={texts.username}
            onCommit={username => choose({ username })}
          />
        )}
      </div>
      <div className="toolbar toolbar-center">
        <TimeInput label={t('dashboard.start')} seconds={span.start} onCommit={at => choose({ start: String(at) })} />
        <span className="muted range-dash">–</span>
        <TimeInput label={t('dashboard.end')} seconds={span.end} onCommit={at => choose({ end: String(at) })} />
        <Presets query={query} />
        <span className="toolbar-end">
          <Button
            variant="minimal"
            icon={<Refresh />}
            loading={isFetching}
            aria-label={t('common.refresh')}
            onClick={onRefresh}
          />
        </span>
      </div>
    </>
  );
}
