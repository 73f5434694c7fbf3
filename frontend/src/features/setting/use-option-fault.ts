import { findOptionRefusal, optionRefusalText, type OptionKey } from '@contracts';
import { useTranslation } from 'react-i18next';

/** Returns what is wrong with the text of an option, in the server's words, or nothing. */
export function useOptionFault(): (key: OptionKey, text: string) => string | undefined {
  const { t, i18n } = useTranslation();
  return (key, text) => {
    const refusal = findOptionRefusal(key, text);
    if (refusal === null) return undefined;
    // Beside its own field, a value need not be named by its key.
    if (refusal.code === 'OPTION_INVALID') return t('setting.fault_value');
    return optionRefusalText(refusal, i18n.language === 'zh' ? 'zh' : 'en');
  };
}
