import { Button, HTMLSelect, SegmentedControl } from '@blueprintjs/core';
import { Download, Refresh } from '@blueprintjs/icons';
import { reportOrders } from '@contracts';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { TimeRange } from '../../shared/table/TimeRange';
import { useExportReportMutation } from './report-api';
import { DayPresets } from './DayPresets';
import { spanOfDays } from './time-span';
import { type ReportChoices } from './use-report-query';

interface ReportToolbarProps {
  readonly choices: ReportChoices;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

function Presets({ isAdmin, choose }: Pick<ReportChoices, 'isAdmin' | 'choose'>) {
  const { t } = useTranslation();
  return (
    <DayPresets isAdmin={isAdmin} choose={choose}>
      <Button
        size="small"
        variant="minimal"
        text={t('report.this_month')}
        onClick={() => {
          const { end } = spanOfDays(1);
          choose({ start: String(dayjs().startOf('month').unix()), end: String(end) });
        }}
      />
    </DayPresets>
  );
}

/** What the report tells apart, its span, its order, and its file. */
export function ReportToolbar({ choices, isFetching, onRefresh }: ReportToolbarProps) {
  const { t } = useTranslation();
  const { isAdmin, dimensions, by, order, span, fault, request, choose } = choices;
  const [exportReport, { isLoading: isExporting }] = useExportReportMutation();
  return (
    <>
      <div className="toolbar toolbar-center">
        <SegmentedControl
          size="small"
          className="report-dimensions"
          aria-label={t('report.by')}
          options={dimensions.map(value => ({ value, label: t(`report.by_${value}`) }))}
          value={by}
          onValueChange={value => choose({ by: value })}
        />
        <span className="toolbar-end">
          <Button
            variant="minimal"
            icon={<Download />}
            text={t('report.export')}
            loading={isExporting}
            disabled={fault !== null}
            onClick={() => void exportReport(request)}
          />
          <Button
            variant="minimal"
            icon={<Refresh />}
            loading={isFetching}
            aria-label={t('common.refresh')}
            onClick={onRefresh}
          />
        </span>
      </div>
      <div className="toolbar toolbar-center">
        <TimeRange span={span} onChange={choose} />
        <Presets isAdmin={isAdmin} choose={choose} />
        {isAdmin && by !== 'day' && (
          <HTMLSelect
            aria-label={t('report.order')}
            value={order}
            options={reportOrders.map(value => ({ value, label: t(`report.order_${value}`) }))}
            onChange={event => choose({ order: event.currentTarget.value })}
          />
        )}
      </div>
    </>
  );
}
