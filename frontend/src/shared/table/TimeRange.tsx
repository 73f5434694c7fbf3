import { useTranslation } from 'react-i18next';
import { TimeInput } from './TimeInput';
import { type TimeWindow, type WindowTexts } from './time-window';

interface TimeRangeProps {
  /** The time span that is applied now. */
  readonly span: TimeWindow;
  /** Called with the changed end, as it is in the address. */
  readonly onChange: (changes: Partial<WindowTexts>) => void;
}

/** Fields for the two ends of the time span that a table shows. */
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
