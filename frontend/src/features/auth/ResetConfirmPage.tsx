import { Button, Callout, Intent } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useCopy } from '../../shared/copy/use-copy';
import { useResetPasswordMutation } from '../../base/sign-in/auth-api';
import { AuthCard } from './AuthCard';
import { AuthField } from '../../base/sign-in/AuthFields';
import { NewPassword } from './NewPassword';

/** The page behind the link of the reset mail: it creates a new password and shows it once. */
export function ResetConfirmPage() {
  const { t } = useTranslation();
  const copy = useCopy();
  const [parameters] = useSearchParams();
  const [resetPassword, { isLoading }] = useResetPasswordMutation();
  const [password, setPassword] = useState<string | null>(null);
  const email = parameters.get('email') ?? '';
  const token = parameters.get('token') ?? '';
  const isWhole = email !== '' && token !== '';

  const submit = async () => {
    const { data } = await resetPassword({ email, token });
    if (data) setPassword(data);
  };

  return (
    <div className="auth-page">
      <AuthCard
        title={t('auth.reset_confirm_title')}
        onSubmit={isWhole ? () => void submit() : undefined}
        links={password === null ? <Link to="/reset">{t('auth.to_reset_again')}</Link> : undefined}
      >
        {isWhole ? (
          <>
            <AuthField
              label={t('auth.email')}
              autoComplete="username"
              isReadOnly
              value={email}
              onChange={() => undefined}
            />
            {password !== null && (
              <NewPassword value={password} onCopy={() => copy(password, t('auth.new_password_copied'))} />
            )}
            <Button
              type="submit"
              fill
              intent={Intent.PRIMARY}
              loading={isLoading}
              disabled={password !== null}
              text={password === null ? t('auth.reset_confirm') : t('auth.reset_done')}
            />
            {password !== null && (
              <p className="auth-next">
                <Link to="/login">{t('auth.to_login_now')}</Link>
              </p>
            )}
          </>
        ) : (
          <Callout intent={Intent.WARNING}>{t('auth.reset_link_broken')}</Callout>
        )}
      </AuthCard>
    </div>
  );
}
