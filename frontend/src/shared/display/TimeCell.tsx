import { formatTime } from '../format/time';

/** Date and time of Unix seconds, each unbroken: the time goes below the date where the column is narrow. */
export function TimeCell({ seconds }: { readonly seconds: number }) {
  const [date = '', time = ''] = formatTime(seconds).split(' ');
  return (
    <span className="time-cell">
      <span className="nowrap">{date}</span> <span className="nowrap">{time}</span>
    </span>
  );
}
