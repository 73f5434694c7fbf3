import { useTranslation } from 'react-i18next';
import { TimeInput } from './TimeInput';
import { type TimeWindow, type WindowTexts } from './time-window';

export interface TimeRangeProps {
  /** The span in force. */
  readonly span: TimeWindow;
  /** Told the changed end as the address holds it. */
  readonly onChange: (changes: Partial<WindowTexts>) => void;
}

/** The two ends of the span a table shows. */
export function TimeRange({ span, onChange }: TimeRangeProps) {
  const { t } = useTranslation();
  return (
    <>
      <TimeInput
        label={t('common.start_time')}
        seconds={span.start}
        onCommit={seconds => onChange({ start: String(seconds) })}
      />
      <span className="muted range-dash">–</span>
      <TimeInput
        label={t('common.end_time')}
        seconds={span.end}
        onCommit={seconds => onChange({ end: String(seconds) })}
      />
    </>
  );
}
