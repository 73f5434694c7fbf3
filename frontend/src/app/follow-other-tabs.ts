import { themeChosen } from '../base/appearance/appearance-slice';
import { signedIn, signedOut } from '../base/session/session-slice';
import { readStored, readStoredUser } from '../shared/browser/storage';
import { type AppStore } from './store';

/**
 * Takes over what another tab of the same browser has changed: the theme, and who is signed in. A tab that went on with
 * the old account would show its data under the cookie of the new one.
 *
 * @returns ends it
 */
export function followOtherTabs({ dispatch, getState }: AppStore): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === 'theme') {
      const theme = readStored('theme');
      if ((theme === 'light' || theme === 'dark') && theme !== getState().appearance.theme)
        dispatch(themeChosen(theme));
    }
    // The key is null when the whole storage was cleared.
    if (key === 'user' || key === null) {
      const user = readStoredUser();
      const shown = getState().session.user;
      if (user && user.id !== shown?.id) dispatch(signedIn(user));
      if (!user && shown) dispatch(signedOut());
    }
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
