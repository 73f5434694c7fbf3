import { Intent, ProgressBar } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';

const GOOD_FROM = 0.95;
const FAIR_FROM = 0.5;

/** The colour of a success rate, the same on both pages. */
export function rateIntent(rate: number): Intent {
  if (rate >= GOOD_FROM) return Intent.SUCCESS;
  return rate >= FAIR_FROM ? Intent.WARNING : Intent.DANGER;
}

/** A share as the reader's language writes it. 100% means all: 99.99 is not rounded up. */
export function successText(rate: number, language: string): string {
  const shown = Math.floor(rate * 1000) / 1000;
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(shown);
}

interface SuccessBarProps {
  /** From 0 to 1; null where nothing was counted. */
  readonly rate: number | null;
  /** The accessible name of the bar. */
  readonly label: string;
}

/** A success rate as a bar with its percentage. */
export function SuccessBar({ rate, label }: SuccessBarProps) {
  const { i18n } = useTranslation();
  if (rate === null) return <span className="muted">–</span>;
  const text = successText(rate, i18n.language);
  return (
    <span className="health-rate">
      <span>{text}</span>
      <span role="img" aria-label={`${label}: ${text}`} className="health-rate-bar">
        <ProgressBar value={rate} intent={rateIntent(rate)} stripes={false} animate={false} aria-hidden />
      </span>
    </span>
  );
}
