import { Button } from '@blueprintjs/core';
import { EMAIL_MAX } from '@contracts';
import { useTranslation } from 'react-i18next';
import { AuthField } from '../../base/sign-in/AuthFields';
import { HumanCheckField } from '../../base/sign-in/human/HumanCheckField';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { useEmailBinding } from './use-email-binding';

const CODE_MAX = 16;

/** Gives the account an e-mail address, confirmed by a code that is mailed to it. */
export function EmailDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useEmailBinding(onClose);
  const { email, code, fault, secondsLeft } = form;
  return (
    <FormDialog
      title={t('personal.email_title')}
      action={t('personal.bind')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <AuthField
        label={t('auth.email')}
        type="email"
        autoComplete="email"
        autoFocus
        maxLength={EMAIL_MAX}
        value={email}
        fault={fault?.field === 'email' ? t(fault.text) : undefined}
        onChange={form.setEmail}
        rightElement={
          <Button
            variant="minimal"
            loading={form.isSending}
            disabled={secondsLeft > 0}
            text={secondsLeft > 0 ? t('auth.resend', { seconds: secondsLeft }) : t('auth.send_code')}
            onClick={() => void form.sendCode()}
          />
        }
      />
      <AuthField
        label={t('auth.email_code')}
        autoComplete="one-time-code"
        maxLength={CODE_MAX}
        value={code}
        fault={fault?.field === 'code' ? t(fault.text) : undefined}
        onChange={form.setCode}
      />
      <HumanCheckField check={form.human} />
    </FormDialog>
  );
}
