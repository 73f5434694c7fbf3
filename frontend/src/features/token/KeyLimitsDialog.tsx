import { type AdminTokenView, type CallLimitField } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { notices } from '../../shared/dialog/notices';
import { findLimitFault, toCallLimitDraft, toCallLimits } from '../../shared/form/call-limit-draft';
import { CallLimitInputs } from '../../shared/form/CallLimitInputs';
import { useChangeKeyMutation } from './all-keys-api';

interface KeyLimitsDialogProps {
  readonly token: AdminTokenView;
  readonly onClose: () => void;
}

/** The limits of somebody's key, for administrators. */
export function KeyLimitsDialog({ token, onClose }: KeyLimitsDialogProps) {
  const { t } = useTranslation();
  const [limits, setLimits] = useState(() => toCallLimitDraft(token));
  const [fault, setFault] = useState<CallLimitField | null>(null);
  const [changeKey, { isLoading }] = useChangeKeyMutation();

  const submit = async () => {
    const found = findLimitFault(limits);
    setFault(found);
    if (found) return;
    const { error } = await changeKey({ id: token.id, ...toCallLimits(limits) });
    if (error) return; // the listener shows the error; the dialog stays open
    notices.success(t('token.edited'));
    onClose();
  };

  const { name, username: owner } = token;
  // The keys of a team have no owner.
  const title = owner === '' ? t('token.limits_of', { name }) : t('token.limits_title', { name, owner });
  return (
    <FormDialog title={title} action={t('common.submit')} isBusy={isLoading} onSubmit={submit} onClose={onClose}>
      <p>{t('token.limits_hint')}</p>
      <CallLimitInputs
        limits={limits}
        fault={fault}
        onChange={changed => {
          setFault(null);
          setLimits(changed);
        }}
      />
    </FormDialog>
  );
}
