import { useTranslation } from 'react-i18next';
import { formatTime } from '../format/time';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** How long ago a time was: "5 minutes ago". */
export function agoText(seconds: number, nowSeconds: number, language: string): string {
  const ago = Math.max(0, nowSeconds - seconds);
  const [unit, size] = UNITS.find(([, length]) => ago >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(ago / size), unit);
}

/** A time in Unix seconds as people say it, with the exact one on hovering. */
export function RelativeTime({ seconds, nowSeconds }: { readonly seconds: number; readonly nowSeconds: number }) {
  const { i18n } = useTranslation();
  const exact = formatTime(seconds);
  return (
    <time className="nowrap" dateTime={new Date(seconds * 1000).toISOString()} title={exact}>
      {agoText(seconds, nowSeconds, i18n.language)}
    </time>
  );
}
