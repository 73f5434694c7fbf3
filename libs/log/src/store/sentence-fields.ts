import { logSentence, type LogOther, type LogSaying } from '@contracts';
import { type LogRecord } from './log-record';

/**
 * The text of a row in English, and beside it the parts from which other languages write the same sentence.
 *
 * @param other further fields that stand beside the row
 */
export function sentenceFields(said: LogSaying, other: LogOther | Readonly<Record<string, unknown>> = {}) {
  return {
    content: logSentence(said, 'en'),
    other: JSON.stringify({ ...other, said }),
  } satisfies Partial<LogRecord>;
}
