import { Role } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notices } from '../../app/notices';
import { signedIn } from '../../app/session-slice';
import { useAppDispatch } from '../../app/store';
import { useLazyGetStatusQuery } from '../site/site-api';
import { useLoginMutation } from '../user/user-api';

export interface LoginForm {
  readonly username: string;
  readonly password: string;
  readonly isBusy: boolean;
  /** The first account signed in with its well-known password; stays until it is dismissed. */
  readonly isWarning: boolean;
  readonly setUsername: (text: string) => void;
  readonly setPassword: (text: string) => void;
  readonly submit: () => Promise<void>;
  /** Goes on to a page after the warning. */
  readonly leaveTo: (path: string) => void;
}

/** What the login form does: asks the server, remembers the user, warns about the default password, goes on. */
export function useLogin(): LoginForm {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [login, { isLoading }] = useLoginMutation();
  const [getStatus] = useLazyGetStatusQuery();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isWarning, setWarning] = useState(false);

  const submit = async () => {
    if (username.trim() === '' || password === '') return notices.warning(t('auth.missing'));
    const { data: user } = await login({ username: username.trim(), password });
    if (!user) return; // the listener has shown the server's sentence
    dispatch(signedIn(user));
    notices.success(t('auth.done'));
    const status = user.role >= Role.Root ? (await getStatus()).data : undefined;
    if (status?.default_password) return setWarning(true);
    await navigate('/token');
  };

  return {
    username,
    password,
    isBusy: isLoading,
    isWarning,
    setUsername,
    setPassword,
    submit,
    leaveTo: path => void navigate(path),
  };
}
