import { Intent, Spinner } from '@blueprintjs/core';

interface ProgressProps {
  /** "40%" is shown as a circle; every other text, such as "paused", is shown unchanged. */
  readonly text: string;
  /** The accessible name of the circle. */
  readonly label: string;
  readonly hasFailed?: boolean;
}

const CIRCLE_SIZE_PX = 20;
const WHOLE_PERCENT = 100;

/** The completed share of the work, from 0 to 1; null when the text is no percentage. */
export function shareOf(text: string): number | null {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(text) ?? [];
  return digits === undefined ? null : Math.min(Number(digits) / WHOLE_PERCENT, 1);
}

function intentOf(share: number, hasFailed: boolean): Intent {
  if (hasFailed) return Intent.DANGER;
  return share === 1 ? Intent.SUCCESS : Intent.PRIMARY;
}

/** The progress of a task: a circle with its percentage, or the word that the upstream uses. */
export function Progress({ text, label, hasFailed = false }: ProgressProps) {
  const share = shareOf(text);
  if (share === null) return <span>{text || '–'}</span>;
  return (
    <span className="progress-cell">
      <Spinner
        size={CIRCLE_SIZE_PX}
        value={share}
        intent={intentOf(share, hasFailed)}
        aria-label={label}
        aria-valuenow={Math.round(share * WHOLE_PERCENT)}
      />
      <span>{text.trim()}</span>
    </span>
  );
}
