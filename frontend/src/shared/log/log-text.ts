import { logSentence, priceSaying, readLogSentence, type LogEntry } from '@contracts';
import { type Language } from '../../i18n';
import { readOther } from './log-other';

/** What a row says in a language; as it stands where others said it, or an older server wrote it. */
export function logText(entry: LogEntry, language: Language): string {
  if (language === 'en') return entry.content; // rows are written in English
  const other = readOther(entry.other);
  return readLogSentence(other.said, language) ?? priceText(entry, language) ?? entry.content;
}

/** Of a charged call, from its figures, where they say the same as its text. */
function priceText(entry: LogEntry, language: Language): string | null {
  const saying = priceSaying(entry, readOther(entry.other));
  return saying !== null && logSentence(saying, 'en') === entry.content ? logSentence(saying, language) : null;
}
