import { type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { isLabelled, labelledTicks, niceTicks } from './ticks';

/** One coloured part of each bar. */
export interface ChartSeries {
  readonly name: string;
  readonly color: string;
  readonly values: readonly number[];
}

export interface ChartPeriod {
  /** The text below its bar. */
  readonly label: string;
  /** What the bar says on hovering, and to users who cannot see it. */
  readonly title: string;
  /** The address that the bar opens. */
  readonly href: string;
}

interface PeriodChartProps {
  readonly label: string;
  readonly periods: readonly ChartPeriod[];
  /** From the bottom of a bar to its top. */
  readonly series: readonly ChartSeries[];
  /** The text of a mark, given all of them. */
  readonly format: (value: number, ticks: readonly number[]) => string;
}

const LABELS_MOST = 6;
/** In a narrow window. */
const LABELS_FEW = 4;

/** The arrows, Home and End move between the bars, of which one is in the order of the Tab key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('.period-bar')];
  const at = bars.findIndex(bar => bar === document.activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(0, at - 1),
    ArrowRight: Math.min(bars.length - 1, at + 1),
    Home: 0,
    End: bars.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined || at < 0) return;
  event.preventDefault();
  bars[target]?.focus();
}

function Bar({
  period,
  parts,
  top,
  isLast,
}: {
  readonly period: ChartPeriod;
  readonly parts: readonly { readonly name: string; readonly color: string; readonly value: number }[];
  readonly top: number;
  readonly isLast: boolean;
}) {
  return (
    <Link
      className="period-bar"
      to={period.href}
      title={period.title}
      aria-label={period.title}
      tabIndex={isLast ? 0 : -1}
    >
      {parts
        .filter(({ value }) => value > 0)
        .map(({ name, color, value }) => (
          <span
            key={name}
            className="period-part"
            style={{ height: `${(value / top) * 100}%`, backgroundColor: color }}
          />
        ))}
    </Link>
  );
}

/** Stacked bars over time; each bar is a link to what stands behind it. */
export function PeriodChart({ label, periods, series, format }: PeriodChartProps) {
  const heights = periods.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const ticks = niceTicks(Math.max(0, ...heights));
  const top = ticks.at(-1) || 1;
  const marks = labelledTicks(ticks, value => format(value, ticks));
  return (
    <div className="period-chart">
      <div className="period-marks" aria-hidden="true">
        {marks.map(({ value, text }) => (
          <span key={value} className="period-mark" style={{ bottom: `${(value / top) * 100}%` }}>
            {text}
          </span>
        ))}
        {/* Takes the width of the longest mark. */}
        {marks.map(({ value, text }) => (
          <span key={`width-${value}`} className="period-mark-width">
            {text}
          </span>
        ))}
      </div>
      <div className="period-plot">
        {marks.map(({ value }) => (
          <span key={value} className="period-line" style={{ bottom: `${(value / top) * 100}%` }} />
        ))}
        <div className="period-bars" role="group" aria-label={label} onKeyDown={moveFocus}>
          {periods.map((period, at) => (
            <Bar
              key={period.href}
              period={period}
              parts={series.map(({ name, color, values }) => ({ name, color, value: values[at] ?? 0 }))}
              top={top}
              isLast={at === periods.length - 1}
            />
          ))}
        </div>
      </div>
      <div className="period-labels" aria-hidden="true">
        {periods.map(({ label: text, href }, at) => (
          <span key={href} className="period-label">
            {isLabelled(at, periods.length, LABELS_MOST) && (
              <span className={isLabelled(at, periods.length, LABELS_FEW) ? undefined : 'period-label-wide'}>
                {text}
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
