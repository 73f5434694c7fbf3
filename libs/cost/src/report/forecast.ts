import { type ReportFilter, type ReportForecast } from '@contracts';
import { type ReportFigures } from '@log';
import { monthAfter, type Calendar } from './calendar';

/** The pace of the forecast. */
const PACE_DAYS = 7;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A month and a week have fewer. */
const HOURS_MAX = 1000;

/** What the month of now comes to at the pace of the last seven days, or of the days since the first use. */
export async function forecastOf(
  figures: ReportFigures,
  { filter, calendar }: { readonly filter: ReportFilter; readonly calendar: Calendar },
  nowMs: number,
): Promise<ReportForecast> {
  const month = calendar.monthOf(nowMs);
  const startMs = calendar.startOfMonth(month);
  const endMs = calendar.startOfMonth(monthAfter(month));
  const paceStartMs = nowMs - PACE_DAYS * DAY_MS;
  const fromMs = Math.min(startMs, paceStartMs - (paceStartMs % HOUR_MS));
  const hours = await figures.read(
    { by: 'hour_at_ms', filter, order: 'quota', rowsMax: HOURS_MAX },
    { startMs: fromMs, endMs: null },
  );
  const used = hours.map(({ value, quota }) => ({ atMs: Number(value), quota }));
  const sum = (sinceMs: number) =>
    used.filter(({ atMs }) => atMs >= sinceMs).reduce((total, { quota }) => total + quota, 0);
  const spent = sum(startMs);
  const firstMs = Math.min(...used.filter(({ quota }) => quota > 0).map(({ atMs }) => atMs));
  const sinceMs = Math.max(paceStartMs, firstMs);
  const paceMs = nowMs - sinceMs;
  if (!Number.isFinite(paceMs) || paceMs < HOUR_MS) return { month, spent, expected: spent };
  const perMs = sum(sinceMs) / paceMs;
  return { month, spent, expected: Math.round(spent + perMs * Math.max(0, endMs - nowMs)) };
}
