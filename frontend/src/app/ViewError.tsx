import { Button, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';

/** Shown when a page cannot be loaded (the old files are gone after an update) or fails while it renders. */
export function ViewError() {
  const { t } = useTranslation();
  return (
    <NonIdealState
      icon={<ErrorIcon size={32} />}
      title={t('common.load_failed')}
      description={t('shell.view_failed')}
      action={<Button text={t('common.retry')} onClick={() => window.location.reload()} />}
    />
  );
}
