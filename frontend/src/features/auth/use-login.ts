import { Role, TOTP_REQUIRED_FIELD, type LoginRequest, type SessionUser } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type ApiError } from '../../api/envelope-base-query';
import { START_PATH } from './start-path';
import { notices } from '../../shared/dialog/notices';
import { placeToReturn } from '../../base/session/place-to-return';
import { signedIn } from '../../base/session/session-slice';
import { useAppDispatch } from '../../base/store-hooks';
import { useLazyGetStatusQuery } from '../../base/site/site-api';
import { useLoginMutation } from '../../base/session/user-api';
import { useHumanCheck, type HumanCheck } from '../../base/sign-in/human/use-human-check';

export interface LoginForm {
  readonly username: string;
  readonly password: string;
  readonly human: HumanCheck;
  /** The code of the authenticator app; null while none is requested. */
  readonly code: string | null;
  /** The server's message about a code that was sent. */
  readonly codeFault: string | undefined;
  readonly isBusy: boolean;
  /** The first account signed in with its well-known password; the warning stays until it is dismissed. */
  readonly isWarning: boolean;
  readonly setUsername: (text: string) => void;
  readonly setPassword: (text: string) => void;
  readonly setCode: (text: string) => void;
  readonly submit: () => Promise<void>;
  /** Opens a page after the warning. */
  readonly leaveTo: (path: string) => void;
}

interface Code {
  readonly text: string;
  readonly fault?: string;
}

/**
 * The logic of the login form: signs in at the server, stores the user, warns about the default password, and opens the
 * next page.
 */
export function useLogin(): LoginForm {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const human = useHumanCheck();
  const [login, { isLoading }] = useLoginMutation();
  const [getStatus] = useLazyGetStatusQuery();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<Code | null>(null);
  const [isWarning, setWarning] = useState(false);

  const enter = async (user: SessionUser) => {
    dispatch(signedIn(user));
    notices.success(t('auth.done'));
    const status = user.role >= Role.Root ? (await getStatus()).data : undefined;
    if (status?.default_password) return setWarning(true);
    await navigate(placeToReturn(START_PATH));
  };

  const submit = async () => {
    if (username.trim() === '' || password === '') return notices.warning(t('auth.missing'));
    if (code?.text.trim() === '') return setCode({ text: '', fault: t('auth.code_missing') });
    if (!human.admit()) return;
    const request: LoginRequest = { username: username.trim(), password };
    const answer = await login({
      ...request,
      ...(code ? { totp_code: code.text.trim() } : {}),
      turnstile: human.token,
    });
    if (answer.data) return enter(answer.data);
    human.renew();
    const question = codeQuestionIn(answer.error);
    // The field shows the first message already as its own text; any later message is about the code that was sent.
    if (question !== null) setCode({ text: '', ...(code ? { fault: question } : {}) });
  };

  /** Another name or password means another account, which may have no authenticator app. */
  const forgetCode = (set: (text: string) => void) => (text: string) => {
    set(text);
    setCode(null);
  };
  return {
    username,
    password,
    human,
    code: code?.text ?? null,
    codeFault: code?.fault,
    isBusy: isLoading,
    isWarning,
    setUsername: forgetCode(setUsername),
    setPassword: forgetCode(setPassword),
    setCode: text => setCode({ text }),
    submit,
    leaveTo: path => void navigate(path),
  };
}

/** The server's message when only the code of the app is missing or wrong, else null. */
function codeQuestionIn(error: unknown): string | null {
  const { extra, message } = error as ApiError; // all failed calls carry an ApiError
  return extra[TOTP_REQUIRED_FIELD] === true ? message : null;
}
