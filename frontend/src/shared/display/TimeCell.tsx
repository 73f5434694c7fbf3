import { formatTime } from '../format/time';

interface TimeCellProps {
  /** Unix seconds. */
  readonly seconds: number;
  /** What stands in place of a time where there is none. Default: a dash. */
  readonly none?: string;
  /** The time always goes below the date: for tables with many columns. */
  readonly isStacked?: boolean;
}

/** Date and time, each unbroken: the time goes below the date where the column is narrow. */
export function TimeCell({ seconds, none = '–', isStacked = false }: TimeCellProps) {
  if (seconds <= 0) return <span className="muted">{none}</span>;
  return (
    <span className={isStacked ? 'time-cell time-stacked' : 'time-cell'}>
      <span className="nowrap">{formatTime(seconds, 'date')}</span>{' '}
      <span className="nowrap">{formatTime(seconds, 'clock')}</span>
    </span>
  );
}
