import { Spinner } from '@blueprintjs/core';
import { type RegistrationCodeView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatTime } from '../../shared/format/time';
import { useListRegistrationUsesQuery } from './registration-api';

/** Who opened an account with a code, below its row. */
export function RegistrationUses({ code }: { readonly code: RegistrationCodeView }) {
  const { t } = useTranslation();
  const { data } = useListRegistrationUsesQuery(code.id);
  if (!data) return <Spinner size={20} aria-label={t('common.loading')} />;
  if (data.rows.length === 0) return <span className="muted">{t('joining.nobody')}</span>;
  return (
    <ul className="plain-list" aria-label={t('joining.uses_of', { code: code.code })}>
      {data.rows.map(use => (
        <li key={use.user_id}>
          <Link to={`/user?keyword=${use.user_id}`}>{use.username}</Link>{' '}
          <span className="muted">{formatTime(use.used_time)}</span>
        </li>
      ))}
    </ul>
  );
}
