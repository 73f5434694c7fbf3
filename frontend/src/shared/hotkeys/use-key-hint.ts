import { useTranslation } from 'react-i18next';
import { areKeysOff } from './page-keys';

/** Returns a function for the text of a tooltip with its key; the key is left out when single keys are turned off. */
export function useKeyHint(): (text: string, key: string) => string {
  const { t } = useTranslation();
  return (text, key) => (areKeysOff() ? text : t('hotkey.hint', { text, key }));
}
