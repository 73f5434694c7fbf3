import '../../styles/personal.css';
import { Button, Card, Classes, H5 } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { Role } from '@contracts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { useGetSelfQuery } from '../../base/session/user-api';
import { SettingAnchor } from '../../shared/display/SettingAnchor';
import { AccessTokenCard } from './AccessTokenCard';
import { AuthenticatorCard } from './AuthenticatorCard';
import { BindingCard } from './BindingCard';
import { DeleteCard } from './DeleteCard';
import { ModelCard } from './ModelCard';
import { PasskeyCard } from './PasskeyCard';
import { PasswordCard } from './PasswordCard';
import { ProfileDialog } from './ProfileDialog';
import { SessionCard } from './SessionCard';
import { useBindError } from './use-bind-error';
import '../../styles/personal.css';
import '../../styles/wallet.css';

/** Shows the signed-in user and the quota that is left. */
function AccountCard() {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: user } = useGetSelfQuery();
  const [isEditing, setEditing] = useState(false);
  const facts = [
    [t('setting.username'), user?.username],
    [t('user.display_name'), user && (user.display_name || user.username)],
    [t('setting.role'), user && (user.role >= Role.Root ? t('setting.role_root') : t('setting.role_user'))],
    [t('setting.group'), user?.group],
    [t('setting.balance'), user && formatQuota(user.quota, status)],
    [t('setting.used'), user && formatQuota(user.used_quota, status)],
    [t('setting.requests'), user && String(user.request_count)],
  ] as const;
  return (
    <Card className="draft-card">
      <div className="card-head">
        <H5>{t('setting.account')}</H5>
        <Button
          variant="minimal"
          icon={<Edit />}
          text={t('personal.profile_edit')}
          disabled={!user}
          onClick={() => setEditing(true)}
        />
      </div>
      <dl className="detail-list">
        {facts.map(([label, value]) => (
          <div className="detail-pair" key={label}>
            <dt>{label}</dt>
            <dd className={value === undefined ? Classes.SKELETON : undefined}>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <Link to="/topup">{t('personal.to_wallet')}</Link>
      {user && isEditing && <ProfileDialog user={user} onClose={() => setEditing(false)} />}
    </Card>
  );
}

interface PersonalTabProps {
  /** The card of the invitations and of their rewards. Default: none is shown. */
  readonly invitations?: ReactNode;
}

/** The settings tab of the own account. */
export function PersonalTab({ invitations }: PersonalTabProps) {
  useBindError();
  return (
    <>
      <div className="personal-columns">
        <div>
          <SettingAnchor id="account">
            <AccountCard />
          </SettingAnchor>
          {invitations && <SettingAnchor id="invitations">{invitations}</SettingAnchor>}
          <SettingAnchor id="bindings">
            <BindingCard />
          </SettingAnchor>
          <SettingAnchor id="passkeys">
            <PasskeyCard />
          </SettingAnchor>
        </div>
        <div>
          <SettingAnchor id="models">
            <ModelCard />
          </SettingAnchor>
          <SettingAnchor id="password">
            <PasswordCard />
          </SettingAnchor>
          <SettingAnchor id="authenticator">
            <AuthenticatorCard />
          </SettingAnchor>
          <SettingAnchor id="access-token">
            <AccessTokenCard />
          </SettingAnchor>
        </div>
      </div>
      <SettingAnchor id="sessions">
        <SessionCard />
      </SettingAnchor>
      <SettingAnchor id="delete">
        <DeleteCard />
      </SettingAnchor>
    </>
  );
}
