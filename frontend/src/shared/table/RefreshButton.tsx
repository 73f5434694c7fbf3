import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '../hotkeys/use-key-hint';

export interface RefreshButtonProps {
  readonly onRefresh: () => void;
  /** Default: at the end of its toolbar. */
  readonly className?: string;
}

/** Asks for the rows of a list again, as its key does. */
export function RefreshButton({ onRefresh, className = 'toolbar-end' }: RefreshButtonProps) {
  const { t } = useTranslation();
  const hint = useKeyHint();
  return (
    <Button
      className={className}
      variant="minimal"
      icon={<Refresh />}
      aria-label={t('common.refresh')}
      aria-keyshortcuts="r"
      title={hint(t('common.refresh'), 'R')}
      onClick={onRefresh}
    />
  );
}
