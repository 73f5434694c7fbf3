import { MAIL_COOLDOWN_SECONDS, type RegisterRequest } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import { removeStored } from '../../shared/browser/storage';
import { keptInvitation, placeToReturn } from '../../base/session/place-to-return';
import { useCountdown } from '../../shared/timing/use-countdown';
import { useRegisterMutation, useSendEmailCodeMutation } from '../../base/sign-in/auth-api';
import { useHumanCheck, type HumanCheck } from '../../base/sign-in/human/use-human-check';
import {
  emptyRegisterFields,
  findRegisterFault,
  type RegisterFault,
  type RegisterFields,
  type RegisterNeeds,
} from './register-form';

export interface RegisterFormState {
  readonly fields: RegisterFields;
  readonly fault: RegisterFault | null;
  readonly human: HumanCheck;
  readonly isBusy: boolean;
  readonly isSending: boolean;
  /** The seconds until another code may be requested. */
  readonly secondsLeft: number;
  readonly set: (change: Partial<RegisterFields>) => void;
  readonly sendCode: () => Promise<void>;
  readonly submit: () => Promise<void>;
}

interface RegisterOptions extends RegisterNeeds {
  /** The registration code of the link that led here; empty without one. */
  readonly linkCode: string;
  /** Empty when there is no invitation. */
  readonly inviteCode: string;
}

/** The logic of the registration form: has a code mailed, creates the account, and opens the login page. */
export function useRegister(options: RegisterOptions): RegisterFormState {
  const { isEmailWanted, isCodeWanted, linkCode } = options;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const human = useHumanCheck();
  const { secondsLeft, start: startCooldown } = useCountdown(MAIL_COOLDOWN_SECONDS);
  const [register, { isLoading: isBusy }] = useRegisterMutation();
  const [sendEmailCode, { isLoading: isSending }] = useSendEmailCodeMutation();
  const [fields, setFields] = useState({ ...emptyRegisterFields, registrationCode: linkCode });
  const [fault, setFault] = useState<RegisterFault | null>(null);

  const sendCode = async () => {
    if (fields.email.trim() === '') return setFault({ field: 'email', text: 'auth.email_missing' });
    if (!human.admit()) return;
    const { error } = await sendEmailCode({ email: fields.email.trim(), turnstile: human.token });
    if (error) return human.renew();
    startCooldown();
    notices.success(t('auth.code_sent'));
  };

  const submit = async () => {
    const found = findRegisterFault(fields, { isEmailWanted, isCodeWanted });
    setFault(found);
    if (found || !human.admit()) return;
    const { error } = await register({ ...toRequest(fields, options), turnstile: human.token });
    if (error) return human.renew();
    if (fields.registrationCode.trim() === keptInvitation()) placeToReturn(''); // it is used up
    removeStored('aff'); // the inviter has the reward; the next account created in this browser was not invited
    notices.success(t('auth.registered'));
    await navigate('/login');
  };

  const set = (change: Partial<RegisterFields>) => {
    setFields(current => ({ ...current, ...change }));
    setFault(null);
  };
  return { fields, fault, human, isBusy, isSending, secondsLeft, set, sendCode, submit };
}

function toRequest(fields: RegisterFields, { isEmailWanted, inviteCode }: RegisterOptions): RegisterRequest {
  const { username, password, password2, email, code } = fields;
  const registrationCode = fields.registrationCode.trim();
  return {
    username: username.trim(),
    password,
    password2,
    ...(isEmailWanted ? { email: email.trim(), verification_code: code.trim() } : {}),
    ...(inviteCode === '' ? {} : { aff_code: inviteCode }),
    ...(registrationCode === '' ? {} : { registration_code: registrationCode }),
  };
}
