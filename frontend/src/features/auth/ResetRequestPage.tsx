import { Button, Intent } from '@blueprintjs/core';
import { EMAIL_MAX, MAIL_COOLDOWN_SECONDS } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import { useCountdown } from '../../shared/timing/use-countdown';
import { useSendResetMailMutation } from '../../base/sign-in/auth-api';
import { AuthCard } from './AuthCard';
import { AuthField } from '../../base/sign-in/AuthFields';
import { HumanCheckField } from '../../base/sign-in/human/HumanCheckField';
import { useHumanCheck } from '../../base/sign-in/human/use-human-check';

/** Requests a mail with a link that resets the password. */
export function ResetRequestPage() {
  const { t } = useTranslation();
  const human = useHumanCheck();
  const { secondsLeft, start: startCooldown } = useCountdown(MAIL_COOLDOWN_SECONDS);
  const [sendResetMail, { isLoading }] = useSendResetMailMutation();
  const [email, setEmail] = useState('');

  const submit = async () => {
    if (email.trim() === '' || secondsLeft > 0 || !human.admit()) return;
    const { error } = await sendResetMail({ email: email.trim(), turnstile: human.token });
    if (error) return human.renew();
    startCooldown();
    notices.success(t('auth.reset_sent'));
  };

  return (
    <div className="auth-page">
      <AuthCard
        title={t('auth.reset_title')}
        onSubmit={() => void submit()}
        links={<Link to="/login">{t('auth.to_login')}</Link>}
      >
        <AuthField
          label={t('auth.email')}
          helper={t('auth.reset_hint')}
          type="email"
          autoComplete="email"
          autoFocus
          maxLength={EMAIL_MAX}
          value={email}
          onChange={setEmail}
        />
        <HumanCheckField check={human} />
        <Button
          type="submit"
          fill
          intent={Intent.PRIMARY}
          loading={isLoading}
          disabled={secondsLeft > 0}
          text={secondsLeft > 0 ? t('auth.retry_in', { seconds: secondsLeft }) : t('common.submit')}
        />
      </AuthCard>
    </div>
  );
}
