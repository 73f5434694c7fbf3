import { PASSKEY_NAME_MAX, type PasskeyView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { TextField } from '../../shared/form/fields';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { useRenamePasskeyMutation } from './personal-api';
import { useBrowserLabel } from './use-browser-label';
import { useNewPasskey } from './use-new-passkey';

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly hint?: string;
  readonly initialName: string;
  readonly isBusy: boolean;
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

function NameDialog({ title, action, hint, initialName, isBusy, onName, onClose }: NameDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(initialName);
  const [hasFault, setFault] = useState(false);
  const submit = async () => {
    if (name.trim() === '') return setFault(true);
    await onName(name.trim());
  };
  return (
    <FormDialog title={title} action={action} isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      {hint && <p>{hint}</p>}
      <TextField
        label={t('personal.passkey_name')}
        helper={t('personal.passkey_name_hint')}
        autoFocus
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        fault={hasFault ? t('personal.passkey_name_missing') : undefined}
        onChange={text => {
          setName(text);
          setFault(false);
        }}
      />
    </FormDialog>
  );
}

/** Asks for the name of a new passkey, and has the device create it. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const labelOf = useBrowserLabel();
  const { isBusy, add } = useNewPasskey();
  const submit = async (name: string) => {
    if (!(await add(name))) return;
    notices.success(t('personal.passkey_added'));
    onClose();
  };
  return (
    <NameDialog
      title={t('personal.passkey_add')}
      action={t('common.add')}
      hint={t('personal.passkey_add_hint')}
      initialName={labelOf(navigator.userAgent).slice(0, PASSKEY_NAME_MAX)}
      isBusy={isBusy}
      onName={submit}
      onClose={onClose}
    />
  );
}

interface RenameDialogProps {
  readonly passkey: PasskeyView;
  readonly onClose: () => void;
}

export function RenamePasskeyDialog({ passkey: { id, name: oldName }, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const [rename, { isLoading }] = useRenamePasskeyMutation();
  const submit = async (name: string) => {
    if (name !== oldName && (await rename({ id, name })).error) return;
    onClose();
  };
  return (
    <NameDialog
      title={t('personal.passkey_rename')}
      action={t('common.save')}
      initialName={oldName}
      isBusy={isLoading}
      onName={submit}
      onClose={onClose}
    />
  );
}
