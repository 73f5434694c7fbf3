import { Button, SegmentedControl } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../shared/display/RelativeTime';
import { overviewRanges, type OverviewRange } from './overview-range';

interface OverviewBarProps {
  readonly ranges: readonly OverviewRange[];
  readonly range: OverviewRange;
  readonly onChoose: (range: OverviewRange) => void;
  /** When the figures were read, in milliseconds; undefined before. */
  readonly readAtMs: number | undefined;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

/** The span of all figures of the page, and how fresh they are. */
export function OverviewBar({ ranges, range, onChoose, readAtMs, isFetching, onRefresh }: OverviewBarProps) {
  const { t } = useTranslation();
  return (
    <div className="toolbar toolbar-center">
      <SegmentedControl
        size="small"
        aria-label={t('overview.range')}
        options={ranges.map(value => ({ value, label: t(`overview.range_${value}`) }))}
        value={range}
        onValueChange={value => onChoose(overviewRanges.find(known => known === value) ?? range)}
      />
      <span className="toolbar-end cluster">
        {readAtMs !== undefined && (
          <span className="muted overview-fresh">
            {t('overview.read')}{' '}
            <RelativeTime seconds={Math.floor(readAtMs / 1000)} nowSeconds={Math.floor(Date.now() / 1000)} />
          </span>
        )}
        <Button
          variant="minimal"
          icon={<Refresh />}
          loading={isFetching}
          aria-label={t('common.refresh')}
          onClick={onRefresh}
        />
      </span>
    </div>
  );
}
