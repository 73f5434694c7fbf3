import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLogoutMutation } from '../base/session/user-api';
import { notices } from '../shared/dialog/notices';
import { signedOut } from '../base/session/session-slice';
import { useAppDispatch } from '../base/store-hooks';

/** Ends the session and goes to the login page. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [logout] = useLogoutMutation();
  return async () => {
    const answer = await logout();
    if (answer.error) return; // the user is still signed in on the server, and the listener has shown the reason
    dispatch(signedOut());
    notices.success(t('shell.logout_done'));
    await navigate('/login');
  };
}
