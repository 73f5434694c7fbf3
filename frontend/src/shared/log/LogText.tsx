import { type LogEntry } from '@contracts';
import { useTranslation } from 'react-i18next';
import { logText } from './log-text';

/** What a row says, in the language that the reader has chosen. */
export function LogText({ entry }: { readonly entry: LogEntry }) {
  const { i18n } = useTranslation();
  return logText(entry, i18n.language === 'zh' ? 'zh' : 'en');
}
