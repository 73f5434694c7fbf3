import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '../hotkeys/use-key-hint';

interface RefreshButtonProps {
  readonly onRefresh: () => void;
  /** The style class. Default: at the end of its toolbar. */
  readonly className?: string;
}

/** The button that reloads a list; its tooltip shows the key that does the same. */
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
