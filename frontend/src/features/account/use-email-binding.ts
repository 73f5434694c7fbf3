import { MAIL_COOLDOWN_SECONDS } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useCountdown } from '../../shared/timing/use-countdown';
import { useSendEmailCodeMutation } from '../../base/sign-in/auth-api';
import { useHumanCheck, type HumanCheck } from '../../base/sign-in/human/use-human-check';
import { useBindEmailMutation } from './personal-api';

type EmailFault =
  | { readonly field: 'email'; readonly text: 'auth.email_missing' }
  | { readonly field: 'code'; readonly text: 'auth.email_code_missing' };

interface EmailBinding {
  readonly email: string;
  readonly code: string;
  readonly fault: EmailFault | null;
  readonly human: HumanCheck;
  readonly isSending: boolean;
  readonly isBusy: boolean;
  /** The seconds until another code may be requested. */
  readonly secondsLeft: number;
  readonly setEmail: (text: string) => void;
  readonly setCode: (text: string) => void;
  readonly sendCode: () => Promise<void>;
  readonly submit: () => Promise<void>;
}

/**
 * The form that attaches an e-mail address.
 *
 * @param onDone called when the account has the address
 */
export function useEmailBinding(onDone: () => void): EmailBinding {
  const { t } = useTranslation();
  const human = useHumanCheck();
  const { secondsLeft, start: startCooldown } = useCountdown(MAIL_COOLDOWN_SECONDS);
  const [sendEmailCode, { isLoading: isSending }] = useSendEmailCodeMutation();
  const [bindEmail, { isLoading: isBusy }] = useBindEmailMutation();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<EmailFault | null>(null);

  const hasEmail = (): boolean => {
    if (email.trim() !== '') return true;
    setFault({ field: 'email', text: 'auth.email_missing' });
    return false;
  };
  const sendCode = async () => {
    if (!hasEmail() || !human.admit()) return;
    const { error } = await sendEmailCode({ email: email.trim(), turnstile: human.token });
    if (error) return human.renew();
    startCooldown();
    notices.success(t('auth.code_sent'));
  };
  const submit = async () => {
    if (!hasEmail()) return;
    if (code.trim() === '') return setFault({ field: 'code', text: 'auth.email_code_missing' });
    const { error } = await bindEmail({ email: email.trim(), code: code.trim() });
    if (error) return;
    notices.success(t('personal.email_bound'));
    onDone();
  };

  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    setFault(null);
  };
  return {
    email,
    code,
    fault,
    human,
    isSending,
    isBusy,
    secondsLeft,
    setEmail: typed(setEmail),
    setCode: typed(setCode),
    sendCode,
    submit,
  };
}
