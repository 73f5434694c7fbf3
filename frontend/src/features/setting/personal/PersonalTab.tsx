import { Card, Classes, H5 } from '@blueprintjs/core';
import { Role } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatQuota } from '../../../shared/format/quota';
import { useStatus } from '../../site/use-status';
import { useGetSelfQuery } from '../../user/user-api';
import { AccessTokenCard } from './AccessTokenCard';
import { AuthenticatorCard } from './AuthenticatorCard';
import { BindingCard } from './BindingCard';
import { DeleteCard } from './DeleteCard';
import { ModelCard } from './ModelCard';
import { PasskeyCard } from './PasskeyCard';
import { PasswordCard } from './PasswordCard';
import { SessionCard } from './SessionCard';
import { useBindError } from './use-bind-error';

/** Who is signed in, and what is left to spend. */
function AccountCard() {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: user } = useGetSelfQuery();
  const facts = [
    [t('setting.username'), user?.username],
    [t('setting.role'), user && (user.role >= Role.Root ? t('setting.role_root') : t('setting.role_user'))],
    [t('setting.group'), user?.group],
    [t('setting.balance'), user && formatQuota(user.quota, status)],
    [t('setting.used'), user && formatQuota(user.used_quota, status)],
    [t('setting.requests'), user && String(user.request_count)],
  ] as const;
  return (
    <Card className="draft-card">
      <H5>{t('setting.account')}</H5>
      <dl className="detail-list">
        {facts.map(([label, value]) => (
          <div className="detail-pair" key={label}>
            <dt>{label}</dt>
            <dd className={value === undefined ? Classes.SKELETON : undefined}>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <Link to="/topup">{t('personal.to_wallet')}</Link>
    </Card>
  );
}

/** The own account. */
export function PersonalTab() {
  useBindError();
  return (
    <>
      <div className="personal-columns">
        <div>
          <AccountCard />
          <BindingCard />
          <PasskeyCard />
        </div>
        <div>
          <ModelCard />
          <PasswordCard />
          <AuthenticatorCard />
          <AccessTokenCard />
        </div>
      </div>
      <SessionCard />
      <DeleteCard />
    </>
  );
}
