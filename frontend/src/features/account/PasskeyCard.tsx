import { Button, Card, H5, Intent, Tag } from '@blueprintjs/core';
import { Key } from '@blueprintjs/icons';
import { type PasskeyView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { formatTime } from '../../shared/format/time';
import { canUsePasskeys } from '../../base/sign-in/can-use-passkeys';
import { useStatus } from '../../base/site/use-status';
import { CardState } from './CardState';
import { FactRow } from './FactRow';
import { AddPasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs';
import { useListPasskeysQuery, useRemovePasskeyMutation } from './personal-api';

function PasskeyRow({ passkey, onRename }: { readonly passkey: PasskeyView; readonly onRename: () => void }) {
  const { t } = useTranslation();
  const [removePasskey, { isLoading }] = useRemovePasskeyMutation();
  const { id, name, created_time: created, used_time: used, is_backed_up: isBackedUp } = passkey;
  const remove = async () => {
    if (!(await removePasskey(id)).error) notices.success(t('personal.passkey_removed'));
  };
  const actions = (
    <>
      <Button
        text={t('personal.rename')}
        aria-label={t('personal.of', { action: t('personal.rename'), name })}
        onClick={onRename}
      />
      <ConfirmButton
        text={t('personal.remove')}
        aria-label={t('personal.of', { action: t('personal.remove'), name })}
        loading={isLoading}
        question={t('personal.passkey_question', { name })}
        warning={t('personal.passkey_warning')}
        confirmLabel={t('personal.remove')}
        onConfirm={() => void remove()}
      />
    </>
  );
  const title = (
    <>
      <span>{name}</span>
      {isBackedUp && <Tag minimal>{t('personal.passkey_backed_up')}</Tag>}
    </>
  );
  return (
    <FactRow icon={<Key />} name={title} actions={actions}>
      {t('personal.passkey_created', { time: formatTime(created) })} ·{' '}
      {used > 0 ? t('personal.passkey_used', { time: formatTime(used) }) : t('personal.passkey_unused')}
    </FactRow>
  );
}

/** Devices that sign in without a password. */
export function PasskeyCard() {
  const { t } = useTranslation();
  const { passkey_login: isOn = false } = useStatus();
  const query = useListPasskeysQuery();
  const [dialog, setDialog] = useState<PasskeyView | 'new' | null>(null);
  const close = () => setDialog(null);
  // The administrator has switched passkeys off, yet existing ones can be viewed and removed.
  if (!isOn && !query.data?.length) return null;
  return (
    <Card className="draft-card">
      <H5>{t('personal.passkeys')}</H5>
      <p className="muted">{isOn ? t('personal.passkeys_hint') : t('personal.passkeys_closed')}</p>
      <CardState query={query}>
        {passkeys => (
          <>
            {passkeys.length === 0 && <p>{t('personal.passkeys_empty')}</p>}
            <ul className="fact-rows">
              {passkeys.map(passkey => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRename={() => setDialog(passkey)} />
              ))}
            </ul>
          </>
        )}
      </CardState>
      {isOn && (
        <div className="form-actions">
          <Button
            intent={Intent.PRIMARY}
            disabled={!canUsePasskeys()}
            text={t('personal.passkey_add')}
            onClick={() => setDialog('new')}
          />
        </div>
      )}
      {isOn && !canUsePasskeys() && <p className="muted">{t('personal.passkey_unable')}</p>}
      {dialog === 'new' && <AddPasskeyDialog onClose={close} />}
      {dialog !== null && dialog !== 'new' && <RenamePasskeyDialog passkey={dialog} onClose={close} />}
    </Card>
  );
}
