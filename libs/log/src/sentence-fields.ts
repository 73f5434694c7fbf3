import { logSentence, type LogOther, type LogSaying } from '@contracts';
import { type LogRecord } from './log-record';

/**
 * The text of a row, in English, and beside it what other languages need to say the same.
 *
 * @param other what else stands beside the row
 */
export function sentenceFields(said: LogSaying, other: LogOther | Readonly<Record<string, unknown>> = {}) {
  return {
    content: logSentence(said, 'en'),
    other: JSON.stringify({ ...other, said }),
  } satisfies Partial<LogRecord>;
}
