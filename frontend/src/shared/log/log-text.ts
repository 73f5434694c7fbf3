import { logSentence, priceSaying, readLogSentence, type LogEntry } from '@contracts';
import { type Language } from '../../i18n';
import { readOther } from './log-other';

/** The text of a row in a language. Texts of upstreams and of older servers stay unchanged. */
export function logText(entry: LogEntry, language: Language): string {
  if (language === 'en') return entry.content; // rows are written in English
  const other = readOther(entry.other);
  return readLogSentence(other.said, language) ?? priceText(entry, language) ?? entry.content;
}

/** The text of a charged call, built from its numbers, when these say the same as its text. */
function priceText(entry: LogEntry, language: Language): string | null {
  const saying = priceSaying(entry, readOther(entry.other));
  return saying !== null && logSentence(saying, 'en') === entry.content ? logSentence(saying, language) : null;
}
