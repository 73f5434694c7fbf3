import { type TFunction } from 'i18next';
import { type Trend } from '../../shared/display/Stat';

interface TrendOf {
  readonly now: number | null;
  readonly before: number | null;
  /** The earlier figure as text. */
  readonly beforeText: string;
  /** Whether more of it is bad, or says nothing. */
  readonly more: 'bad' | 'plain';
}

/** Changes below this are none. */
const LEAST = 0.005;
/** Where the time before had next to nothing, a comparison says nothing. */
const MOST = 10;

/** How a figure has changed since the span of the same length before; null where there was none. */
export function trendOf({ now, before, beforeText, more }: TrendOf, t: TFunction, language: string): Trend | null {
  if (now === null || before === null || before === 0) return null;
  const change = (now - before) / before;
  if (change >= MOST) return null;
  const title = t('overview.before', { figure: beforeText });
  if (Math.abs(change) < LEAST) return { text: t('overview.unchanged'), title, tone: 'plain' };
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  }).format(Math.abs(change));
  const text = `${change > 0 ? '▲' : '▼'} ${percent}`;
  if (more === 'plain') return { text, title, tone: 'plain' };
  return { text, title, tone: change > 0 ? 'bad' : 'good' };
}
