import { Button, Classes, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon, Inbox } from '@blueprintjs/icons';
import { type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

const ICON_SIZE = 32;
const LINES = 5;

interface EmptyStateProps {
  /** Default: the title says enough. */
  readonly text?: string;
  /** What stands above the text in large letters. Default: nothing. */
  readonly title?: string;
  /** What the place is for. Default: an empty tray. */
  readonly icon?: ReactElement;
  /** What helps, such as the button that makes the first row. Default: nothing. */
  readonly action?: ReactElement;
}

/** Says that there is nothing, and what helps. */
export function EmptyState({ text, title, icon = <Inbox size={ICON_SIZE} />, action }: EmptyStateProps) {
  return <NonIdealState icon={icon} title={title} description={text} action={action} />;
}

interface ErrorStateProps {
  /** What could not be done. Default: that something could not be read. */
  readonly title?: string;
  /** What follows from it. Default: nothing. */
  readonly text?: string;
  /** Tries again. Default: nothing is offered, and `action` stands in its place. */
  readonly onRetry?: () => void;
  readonly action?: ReactElement;
}

/** Says that something could not be read, and offers to try again. */
export function ErrorState({ title, text, onRetry, action }: ErrorStateProps) {
  const { t } = useTranslation();
  const retry = onRetry ? <Button text={t('common.retry')} onClick={onRetry} /> : action;
  const icon = <ErrorIcon size={ICON_SIZE} />;
  return <NonIdealState icon={icon} title={title ?? t('common.load_failed')} description={text} action={retry} />;
}

interface LoadingLinesProps {
  readonly count?: number;
  /** What is awaited, to readers who cannot see it. Default: that something loads. */
  readonly label?: string;
}

/** Takes the place of rows that are being read. */
export function LoadingLines({ count = LINES, label }: LoadingLinesProps) {
  const { t } = useTranslation();
  return (
    <div
      className={`loading-lines${count < LINES ? ' loading-lines-few' : ''}`}
      role="status"
      aria-label={label ?? t('common.loading')}
    >
      {Array.from({ length: count }, (_line, at) => (
        <div key={at} className={Classes.SKELETON} />
      ))}
    </div>
  );
}
