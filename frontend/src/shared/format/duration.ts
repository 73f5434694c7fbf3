const MS_PER_SECOND = 1000;
const SECONDS_PER_MINUTE = 60;
const MINUTES_PER_HOUR = 60;
/** Below this number of seconds hundredths are shown, above it only tenths. */
const HUNDREDTHS_BELOW_SECONDS = 10;

const THOUSANDTHS_BELOW_SECONDS = 0.01;

type Unit = 'millisecond' | 'second' | 'minute' | 'hour';

function amount(value: number, unit: Unit, language: string, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits }).format(
    value,
  );
}

/** A larger and a smaller unit; the smaller one is left out when it is 0. */
function pair(parts: readonly [number, Unit][], language: string): string {
  const shown = parts.filter(([value], index) => index === 0 || value > 0);
  const list = new Intl.ListFormat(language, { type: 'unit', style: 'narrow' });
  return list.format(shown.map(([value, unit]) => amount(value, unit, language)));
}

/**
 * A duration in the units that people use: 850ms, 1.48s, 12.3s, 1m 13s, 2h 5m.
 *
 * @param ms milliseconds, 0 or more
 * @param language of the units and of the decimal sign
 */
export function formatDuration(ms: number, language: string): string {
  const wholeMs = Math.round(ms);
  if (wholeMs === 0) return amount(0, 'second', language);
  if (wholeMs < MS_PER_SECOND) return amount(wholeMs, 'millisecond', language);
  const tenths = Math.round(ms / (MS_PER_SECOND / 10)) / 10;
  if (tenths < SECONDS_PER_MINUTE) {
    return amount(ms / MS_PER_SECOND, 'second', language, fractionDigits(tenths));
  }
  const seconds = Math.round(ms / MS_PER_SECOND);
  const minutes = Math.floor(seconds / SECONDS_PER_MINUTE);
  if (minutes < MINUTES_PER_HOUR) {
    return pair(
      [
        [minutes, 'minute'],
        [seconds % SECONDS_PER_MINUTE, 'second'],
      ],
      language,
    );
  }
  const rounded = Math.round(seconds / SECONDS_PER_MINUTE);
  return pair(
    [
      [Math.floor(rounded / MINUTES_PER_HOUR), 'hour'],
      [rounded % MINUTES_PER_HOUR, 'minute'],
    ],
    language,
  );
}

/**
 * A duration always in seconds, for columns that are compared: 0.004s, 0.85s, 12.3s, 73s, 7,500s.
 *
 * @param ms milliseconds, 0 or more
 */
export function formatSeconds(ms: number, language: string): string {
  const seconds = ms / MS_PER_SECOND;
  return amount(seconds, 'second', language, seconds < SECONDS_PER_MINUTE ? fractionDigits(seconds) : 0);
}

function fractionDigits(seconds: number): number {
  // What was quick is not shown as nothing.
  if (seconds < THOUSANDTHS_BELOW_SECONDS) return 3;
  return seconds < HUNDREDTHS_BELOW_SECONDS ? 2 : 1;
}
