import { Button, Callout, Intent, Tag } from '@blueprintjs/core';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, REGISTRATION_CODE_TEXT_MAX, USERNAME_MAX } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useStatus } from '../../base/site/use-status';
import { AuthCard } from './AuthCard';
import { AuthField, AuthPasswordField } from '../../base/sign-in/AuthFields';
import { HumanCheckField } from '../../base/sign-in/human/HumanCheckField';
import { type RegisterFields } from './register-form';
import { useInviteCode } from './use-invite-code';
import { useRegister, type RegisterFormState } from './use-register';
import { SignInWays } from './ways/SignInWays';

interface PartProps {
  readonly form: RegisterFormState;
}

/** The value, the setter and the fault of one field. */
function useField({ fields, fault, set }: RegisterFormState) {
  const { t } = useTranslation();
  return (name: keyof RegisterFields) => ({
    value: fields[name],
    onChange: (text: string) => set({ [name]: text }),
    fault: fault?.field === name ? t(fault.text) : undefined,
  });
}

function EmailFields({ form }: PartProps) {
  const { t } = useTranslation();
  const field = useField(form);
  const { secondsLeft } = form;
  return (
    <>
      <AuthField
        label={t('auth.email')}
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        {...field('email')}
        rightElement={
          <Button
            size="small"
            loading={form.isSending}
            disabled={secondsLeft > 0}
            text={secondsLeft > 0 ? t('auth.resend', { seconds: secondsLeft }) : t('auth.send_code')}
            onClick={() => void form.sendCode()}
          />
        }
      />
      <AuthField label={t('auth.email_code')} autoComplete="one-time-code" {...field('code')} />
    </>
  );
}

/** The code comes first: without it, all else would be typed in vain, and the other ways take it along. */
function CodeField({ form }: PartProps) {
  const { t } = useTranslation();
  return (
    <AuthField
      label={t('auth.registration_code')}
      helper={t('auth.registration_code_hint')}
      autoComplete="off"
      maxLength={REGISTRATION_CODE_TEXT_MAX}
      {...useField(form)('registrationCode')}
    />
  );
}

function RegisterForm({ form, isEmailWanted }: PartProps & { readonly isEmailWanted: boolean }) {
  const { t } = useTranslation();
  const field = useField(form);
  return (
    <>
      <AuthField
        label={t('auth.new_username')}
        helper={t('auth.new_username_hint', { max: USERNAME_MAX })}
        autoComplete="username"
        autoFocus
        maxLength={USERNAME_MAX}
        {...field('username')}
      />
      <AuthPasswordField
        label={t('auth.password')}
        helper={t('auth.password_hint', { min: PASSWORD_MIN, max: PASSWORD_MAX })}
        autoComplete="new-password"
        {...field('password')}
      />
      <AuthPasswordField label={t('auth.password_repeat')} autoComplete="new-password" {...field('password2')} />
      {isEmailWanted && <EmailFields form={form} />}
      <HumanCheckField check={form.human} />
      <Button type="submit" fill intent={Intent.PRIMARY} loading={form.isBusy} text={t('auth.register')} />
    </>
  );
}

/** Creates an account: with a password where that is allowed, or through an account at another site. */
export function RegisterPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const inviteCode = useInviteCode();
  const { register_enabled: isOpen = true, password_register: isPasswordOpen = true } = status;
  const [parameters] = useSearchParams();
  const linkCode = parameters.get('code')?.slice(0, REGISTRATION_CODE_TEXT_MAX) ?? '';
  const isEmailWanted = status.email_verification === true;
  const isCodeWanted = status.register_code_required === true;
  const form = useRegister({ isEmailWanted, isCodeWanted, inviteCode, linkCode });
  const isFormShown = isOpen && isPasswordOpen;
  const closed = isOpen ? t('auth.register_password_closed') : t('auth.register_closed');
  return (
    <div className="auth-page">
      <AuthCard
        title={t('auth.register')}
        onSubmit={isFormShown ? () => void form.submit() : undefined}
        ways={isOpen && <SignInWays inviteCode={inviteCode} entryCode={form.fields.registrationCode.trim()} />}
        links={<Link to="/login">{t('auth.to_login')}</Link>}
      >
        {isOpen && inviteCode !== '' && (
          <p className="muted block">
            {t('auth.invited')} <Tag minimal>{inviteCode}</Tag>
          </p>
        )}
        {isOpen && (isCodeWanted || linkCode !== '') && <CodeField form={form} />}
        {isFormShown ? (
          <RegisterForm form={form} isEmailWanted={isEmailWanted} />
        ) : (
          <Callout intent={Intent.WARNING}>{closed}</Callout>
        )}
      </AuthCard>
    </div>
  );
}
