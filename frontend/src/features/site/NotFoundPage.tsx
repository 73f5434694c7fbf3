import { Search } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../shared/display/states';

/** The page for addresses that belong to no screen. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<Search size={32} />}
      title={t('shell.not_found_title')}
      text={t('shell.not_found_text')}
      action={<Link to="/">{t('shell.home')}</Link>}
    />
  );
}
