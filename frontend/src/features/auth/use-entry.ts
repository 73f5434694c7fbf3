import { type SessionUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import { placeToReturn } from '../../base/session/place-to-return';
import { signedIn } from '../../base/session/session-slice';
import { useAppDispatch } from '../../base/store-hooks';

/** The page where accounts of other sites are attached to the own one. */
export const SETTING_PATH = '/setting';

/**
 * Continues after a sign-in that did not come from the password form.
 *
 * @param user null when a user was signed in already and another account was attached to the own one
 * @param path page to open after a sign-in
 */
type Enter = (user: SessionUser | null, path: string) => Promise<void>;

export function useEntry(): Enter {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  return async (user, path) => {
    if (user) dispatch(signedIn(user));
    notices.success(user ? t('auth.done') : t('auth.bound'));
    // This replaces the page in the history: its address holds a used code, so going back to it would be useless.
    await navigate(user ? placeToReturn(path) : SETTING_PATH, { replace: true });
  };
}
