import { type SessionUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import { signedIn } from '../../base/session/session-slice';
import { useAppDispatch } from '../../base/store-hooks';

/** Where the accounts of other sites are attached to the own one. */
export const SETTING_PATH = '/setting';

/**
 * What follows a sign-in that did not come from the password form.
 *
 * @param user null when somebody was signed in already and another account was attached to the own one
 * @param path page to go to after a sign-in
 */
export type Enter = (user: SessionUser | null, path: string) => Promise<void>;

export function useEntry(): Enter {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  return async (user, path) => {
    if (user) dispatch(signedIn(user));
    notices.success(user ? t('auth.done') : t('auth.bound'));
    // In place of this page: with its address, which holds a code that is used up, there is nothing to go back to.
    await navigate(user ? path : SETTING_PATH, { replace: true });
  };
}
