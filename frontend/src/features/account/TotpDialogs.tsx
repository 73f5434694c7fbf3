import { Intent } from '@blueprintjs/core';
import { TOTP_CODE_MAX, type TotpSetup } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { CopyText } from '../../shared/copy/CopyText';
import { AuthField } from '../../base/sign-in/AuthFields';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { useDisableTotpMutation, useEnableTotpMutation, useRenewRecoveryCodesMutation } from './personal-api';
import { QrCode } from './QrCode';

const GROUP_LENGTH = 4;

interface CodeFieldProps {
  readonly label: string;
  readonly helper?: string;
  readonly code: string;
  readonly hasFault: boolean;
  readonly onChange: (text: string) => void;
}

function CodeField({ label, helper, code, hasFault, onChange }: CodeFieldProps) {
  const { t } = useTranslation();
  return (
    <AuthField
      label={label}
      helper={helper}
      autoComplete="one-time-code"
      autoFocus
      maxLength={TOTP_CODE_MAX}
      value={code}
      fault={hasFault ? t('auth.code_missing') : undefined}
      onChange={onChange}
    />
  );
}

/** A typed code, which must not be empty when it is sent. */
function useCode() {
  const [code, setCode] = useState('');
  const [hasFault, setFault] = useState(false);
  const onChange = (text: string) => {
    setCode(text);
    setFault(false);
  };
  /** Returns the code; returns null and marks the field when it is empty. */
  const take = (): string | null => {
    setFault(code.trim() === '');
    return code.trim() || null;
  };
  return { field: { code, hasFault, onChange }, take };
}

interface DialogProps {
  readonly onClose: () => void;
}

interface CodesDialogProps extends DialogProps {
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Shows the secret for the app, and takes its first code as proof that the app works. */
export function TotpSetupDialog({ setup, onCodes, onClose }: CodesDialogProps & { readonly setup: TotpSetup }) {
  const { t } = useTranslation();
  const { field, take } = useCode();
  const [enable, { isLoading }] = useEnableTotpMutation();
  const submit = async () => {
    const code = take();
    if (code === null) return;
    const { data } = await enable({ code });
    if (!data) return;
    notices.success(t('personal.totp_enabled'));
    onCodes(data.recovery_codes);
  };
  const readable = setup.secret.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g'))?.join(' ');
  return (
    <FormDialog
      title={t('personal.totp_setup')}
      action={t('common.enable')}
      isBusy={isLoading}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('personal.totp_scan')}</p>
      <QrCode text={setup.url} label={t('personal.totp_qr')} />
      <p className="muted">{t('personal.totp_by_hand')}</p>
      <p className="totp-secret">
        <CopyText text={setup.secret} notice={t('personal.totp_secret_copied')}>
          <code>{readable}</code>
        </CopyText>
      </p>
      <CodeField {...field} label={t('personal.totp_first_code')} helper={t('personal.totp_six_digits')} />
    </FormDialog>
  );
}

/** Removes the authenticator app. */
export function TotpDisableDialog({ onClose }: DialogProps) {
  const { t } = useTranslation();
  const { field, take } = useCode();
  const [disable, { isLoading }] = useDisableTotpMutation();
  const submit = async () => {
    const code = take();
    if (code === null || (await disable({ code })).error) return;
    notices.success(t('personal.totp_disabled'));
    onClose();
  };
  return (
    <FormDialog
      title={t('personal.totp_disable')}
      action={t('common.disable')}
      intent={Intent.DANGER}
      isBusy={isLoading}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('personal.totp_disable_hint')}</p>
      <CodeField {...field} label={t('auth.totp_code')} helper={t('auth.totp_hint')} />
    </FormDialog>
  );
}

/** Creates new recovery codes that replace all earlier ones. */
export function RenewCodesDialog({ onCodes, onClose }: CodesDialogProps) {
  const { t } = useTranslation();
  const { field, take } = useCode();
  const [renew, { isLoading }] = useRenewRecoveryCodesMutation();
  const submit = async () => {
    const code = take();
    if (code === null) return;
    const { data } = await renew({ code });
    if (data) onCodes(data.recovery_codes);
  };
  return (
    <FormDialog
      title={t('personal.codes_renew')}
      action={t('personal.codes_renew')}
      isBusy={isLoading}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('personal.codes_renew_hint')}</p>
      <CodeField {...field} label={t('auth.totp_code')} helper={t('personal.totp_six_digits')} />
    </FormDialog>
  );
}
