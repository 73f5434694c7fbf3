import { useTranslation } from 'react-i18next';
import { areKeysOff } from './page-keys';

/** Words for a tooltip that names the key beside what it does; without the key where single keys are turned off. */
export function useKeyHint(): (text: string, key: string) => string {
  const { t } = useTranslation();
  return (text, key) => (areKeysOff() ? text : t('hotkey.hint', { text, key }));
}
