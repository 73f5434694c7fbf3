import { type LogEntry } from '@contracts';
import { useTranslation } from 'react-i18next';
import { logText } from './log-text';

/** The text of a row in the reader's language. */
export function LogText({ entry }: { readonly entry: LogEntry }) {
  const { i18n } = useTranslation();
  return logText(entry, i18n.language === 'zh' ? 'zh' : 'en');
}
