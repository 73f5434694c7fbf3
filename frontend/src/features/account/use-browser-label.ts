import { useTranslation } from 'react-i18next';
import { readUserAgent } from './browser-name';

/** The number of characters shown of a user agent that is no known browser, such as a script. */
const FOREIGN_MAX = 60;

/** Returns a function that names a browser by its user agent, as in "Chrome on Windows". */
export function useBrowserLabel(): (userAgent: string) => string {
  const { t } = useTranslation();
  return userAgent => {
    const { browser, system } = readUserAgent(userAgent);
    if (browser && system) return t('personal.browser_on', { browser, system });
    return browser ?? system ?? (userAgent.trim().slice(0, FOREIGN_MAX) || t('common.unknown'));
  };
}
