import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { TOTP_CODE_MAX } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useStatus } from '../../base/site/use-status';
import { AuthCard } from './AuthCard';
import { AuthField, AuthPasswordField } from '../../base/sign-in/AuthFields';
import { HumanCheckField } from '../../base/sign-in/human/HumanCheckField';
import { keptInvitation, placeToReturn } from '../../base/session/place-to-return';
import { START_PATH } from './start-path';
import { useInviteCode } from './use-invite-code';
import { useLogin, type LoginForm } from './use-login';
import { SignInWays } from './ways/SignInWays';

function DefaultPasswordDialog({ onChange, onLater }: { readonly onChange: () => void; readonly onLater: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen title={t('auth.default_password_title')} onClose={onLater} canOutsideClickClose={false}>
      <DialogBody>
        <Callout intent={Intent.WARNING}>{t('auth.default_password')}</Callout>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('auth.later')} onClick={onLater} />
            <Button intent={Intent.PRIMARY} text={t('auth.change_now')} onClick={onChange} />
          </>
        }
      />
    </Dialog>
  );
}

function PasswordFields({ form }: { readonly form: LoginForm }) {
  const { t } = useTranslation();
  return (
    <>
      <AuthField
        label={t('auth.username')}
        autoComplete="username"
        autoFocus
        value={form.username}
        onChange={form.setUsername}
      />
      <AuthPasswordField
        label={t('auth.password')}
        autoComplete="current-password"
        value={form.password}
        onChange={form.setPassword}
      />
      {form.code !== null && (
        <AuthField
          label={t('auth.totp_code')}
          helper={t('auth.totp_hint')}
          fault={form.codeFault}
          autoComplete="one-time-code"
          autoFocus
          maxLength={TOTP_CODE_MAX}
          value={form.code}
          onChange={form.setCode}
        />
      )}
      <HumanCheckField check={form.human} />
      <Button type="submit" fill intent={Intent.PRIMARY} loading={form.isBusy} text={t('auth.submit')} />
    </>
  );
}

function LoginLinks({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  // Who came by an invitation to a team may open an account with it.
  const [invitation] = useState(keptInvitation);
  const path = invitation === '' ? '/register' : `/register?code=${invitation}`;
  return (
    <>
      {isOpen && <Link to={path}>{t('auth.to_register')}</Link>}
      <Link to="/reset">{t('auth.to_reset')}</Link>
    </>
  );
}

/** Sign-in with user name and password, and by the other ways that are switched on. */
export function LoginPage() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const form = useLogin();
  const { password_login: isPasswordOpen = true, register_enabled: isRegisterOpen = true } = useStatus();
  // A closed form still admits the first account, which would otherwise have locked itself out.
  const [isFormWanted, setFormWanted] = useState(false);
  const isFormShown = isPasswordOpen || isFormWanted;
  return (
    <div className="auth-page">
      {parameters.get('expired') === 'true' && (
        <Callout className="block" intent={Intent.WARNING}>
          {t('auth.expired')}
        </Callout>
      )}
      <AuthCard
        title={t('auth.title')}
        onSubmit={isFormShown ? () => void form.submit() : undefined}
        ways={<SignInWays inviteCode={useInviteCode()} />}
        links={<LoginLinks isOpen={isRegisterOpen} />}
      >
        {isFormShown ? (
          <PasswordFields form={form} />
        ) : (
          <Callout intent={Intent.PRIMARY}>
            <p>{t('auth.password_closed')}</p>
            <Button size="small" text={t('auth.password_closed_root')} onClick={() => setFormWanted(true)} />
          </Callout>
        )}
      </AuthCard>
      {form.isWarning && (
        <DefaultPasswordDialog
          onChange={() => form.leaveTo('/setting?tab=personal')}
          onLater={() => form.leaveTo(placeToReturn(START_PATH))}
        />
      )}
    </div>
  );
}
