import { type OptionValues } from '@contracts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Units of quota as sentences have them. */
export function saidUnits(
  units: number,
  options: Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>,
): string {
  return options.DisplayInCurrencyEnabled ? `$${(units / options.QuotaPerUnit).toFixed(2)}` : units.toFixed(0);
}

/** One digit behind the point where it says something. */
export function saidNumber(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function saidDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${saidNumber(ms / 1000)} s`;
}

export function saidBytes(bytes: number): string {
  let [value, at] = [bytes, 0];
  for (; value >= 1024 && at < BYTE_UNITS.length - 1; at++) value /= 1024;
  return `${saidNumber(value)} ${BYTE_UNITS[at]}`;
}

interface LocalTime {
  readonly day: string;
  readonly time: string;
}

function localTime(atMs: number, timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

/** A moment as sentences have it, without a zone: that of the server. */
export function saidTime(atMs: number, timeZone: string): string {
  const { day, time } = localTime(atMs, timeZone);
  return `${day} ${time}`;
}

/** Minutes since midnight of the zone. */
export function minuteOfDay(atMs: number, timeZone: string): number {
  const [hours = '0', minutes = '0'] = localTime(atMs, timeZone).time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** The first whole hour of the day, or of the month, that holds a moment. Clocks that are set are followed to the hour. */
export function startOf(span: 'day' | 'month', atMs: number, timeZone: string): number {
  const { day } = localTime(atMs, timeZone);
  const wanted = span === 'day' ? day : `${day.slice(0, 8)}01`;
  const daysBack = span === 'day' ? 0 : Number(day.slice(8)) - 1;
  let startMs = atMs - minuteOfDay(atMs, timeZone) * 60_000 - daysBack * DAY_MS;
  startMs -= startMs % HOUR_MS;
  while (localTime(startMs, timeZone).day < wanted) startMs += HOUR_MS;
  while (localTime(startMs - HOUR_MS, timeZone).day >= wanted) startMs -= HOUR_MS;
  return startMs;
}
