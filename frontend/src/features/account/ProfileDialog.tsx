import { DISPLAY_NAME_MAX, USERNAME_MAX, type OwnUser, type SelfEdit } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { TextField } from '../../shared/form/fields';
import { useEditSelfMutation } from '../../base/session/user-api';
import { findNameFault } from '../../base/session/account-names';
import { FormDialog } from '../../shared/dialog/FormDialog';

interface ProfileDialogProps {
  readonly user: OwnUser;
  readonly onClose: () => void;
}

/**
 * The fields that are sent: only those that were changed. An emptied display name is sent too, since it stands for the
 * username.
 */
function toChanges(user: OwnUser, username: string, displayName: string): SelfEdit {
  return {
    ...(username !== user.username && { username }),
    ...(displayName !== user.display_name && { display_name: displayName }),
  };
}

/** The form of the own two names. After a refusal it stays open with the typed text. */
function useProfileForm({ user, onClose }: ProfileDialogProps) {
  const { t } = useTranslation();
  const [editSelf, { isLoading: isBusy }] = useEditSelfMutation();
  const [username, setUsername] = useState(user.username);
  const [displayName, setDisplayName] = useState(user.display_name);
  const [wasSent, setSent] = useState(false);

  const changes = toChanges(user, username.trim(), displayName.trim());
  // Names that were set under other rules may stay as they are.
  const isTouched = Object.keys(changes).length > 0;
  const fault = isTouched ? findNameFault({ username, displayName }) : null;

  const submit = async () => {
    setSent(true);
    if (fault) return;
    if (!isTouched) return notices.info(t('common.no_change'));
    if ((await editSelf(changes)).error) return; // the listener shows the reason
    notices.success(t('personal.profile_saved'));
    onClose();
  };

  const faultText = (...faults: readonly (typeof fault)[]) =>
    wasSent && fault && faults.includes(fault) ? t(`user.fault_${fault}`) : undefined;
  return { username, setUsername, displayName, setDisplayName, isBusy, submit, faultText };
}

/** Changes the own username and display name. */
export function ProfileDialog(props: ProfileDialogProps) {
  const { t } = useTranslation();
  const form = useProfileForm(props);
  return (
    <FormDialog
      title={t('personal.profile_edit')}
      action={t('common.save')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={props.onClose}
    >
      <p className="muted">{t('personal.profile_hint')}</p>
      <TextField
        label={t('user.username')}
        helper={t('user.username_hint')}
        fault={form.faultText('username', 'username_signs')}
        isRequired
        autoFocus
        maxLength={USERNAME_MAX}
        value={form.username}
        onChange={form.setUsername}
      />
      <TextField
        label={t('user.display_name')}
        helper={t('user.display_name_hint')}
        fault={form.faultText('display_name')}
        maxLength={DISPLAY_NAME_MAX}
        value={form.displayName}
        onChange={form.setDisplayName}
      />
    </FormDialog>
  );
}
