import { Button, Classes, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon, Inbox } from '@blueprintjs/icons';
import { type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

const ICON_SIZE = 32;
const LINES = 5;

interface EmptyStateProps {
  readonly text: string;
  /** What helps, such as the button that makes the first row. Default: nothing. */
  readonly action?: ReactElement;
}

/** Says that there is nothing, and what helps. */
export function EmptyState({ text, action }: EmptyStateProps) {
  return <NonIdealState icon={<Inbox size={ICON_SIZE} />} description={text} action={action} />;
}

/** Says that something could not be read, and offers to try again. */
export function ErrorState({ onRetry }: { readonly onRetry?: () => void }) {
  const { t } = useTranslation();
  const retry = onRetry && <Button text={t('common.retry')} onClick={onRetry} />;
  return <NonIdealState icon={<ErrorIcon size={ICON_SIZE} />} title={t('common.load_failed')} action={retry} />;
}

/** Takes the place of rows that are being read. */
export function LoadingLines({ count = LINES }: { readonly count?: number }) {
  const { t } = useTranslation();
  return (
    <div className="loading-lines" role="status" aria-label={t('common.loading')}>
      {Array.from({ length: count }, (_line, at) => (
        <div key={at} className={Classes.SKELETON} />
      ))}
    </div>
  );
}
