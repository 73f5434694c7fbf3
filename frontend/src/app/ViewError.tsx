import { useTranslation } from 'react-i18next';
import { ErrorState } from '../shared/display/states';

/** Shown when a page cannot be loaded (the old files are gone after an update) or fails while it renders. */
export function ViewError() {
  const { t } = useTranslation();
  return <ErrorState text={t('shell.view_failed')} onRetry={() => window.location.reload()} />;
}
