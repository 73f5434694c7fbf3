import { logSentences, type LogSentence } from './log-sentence-rows';

export type LogSentenceKey = keyof typeof logSentences;
type LogLanguage = keyof LogSentence;

type ParameterOf<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** One parameter: a text or a number as it stands, a sentence of the table, or several of these as a list. */
export type LogPart = string | number | LogSaying | readonly LogPart[];

type SayingOf<Key extends LogSentenceKey> = { readonly key: Key } & {
  readonly [Name in ParameterOf<(typeof logSentences)[Key]['en']>]: LogPart;
};

/** A sentence of the table with what it is about, as `said` in the `other` of a row: `{key: 'check_in', amount: …}`. */
export type LogSaying = { [Key in LogSentenceKey]: SayingOf<Key> }[LogSentenceKey];

const LIST_MARKS: Readonly<Record<LogLanguage, string>> = { en: ', ', zh: '、' };

/** The sentence in a language. */
export function logSentence(saying: LogSaying, language: LogLanguage): string {
  return readLogSentence(saying, language) ?? '';
}

/**
 * The sentence for the stored fields of a log row, which another version of the server may have written.
 *
 * @returns null when the sentence is not known here or lacks a parameter
 */
export function readLogSentence(said: unknown, language: LogLanguage): string | null {
  if (!isKnown(said)) return null;
  let isWhole = true;
  const text = logSentences[said.key][language].replace(/\{(\w+)\}/g, (_hole, name: string) => {
    const part = partText(said[name], language);
    isWhole &&= part !== null;
    return part ?? '';
  });
  return isWhole ? text : null;
}

interface KnownSaying extends Readonly<Record<string, unknown>> {
  readonly key: LogSentenceKey;
}

function isKnown(said: unknown): said is KnownSaying {
  return (
    typeof said === 'object' &&
    said !== null &&
    'key' in said &&
    typeof said.key === 'string' &&
    Object.hasOwn(logSentences, said.key)
  );
}

function partText(part: unknown, language: LogLanguage): string | null {
  if (typeof part === 'string' || typeof part === 'number') return String(part);
  if (!Array.isArray(part)) return readLogSentence(part, language);
  const texts = part.map((item: unknown) => partText(item, language));
  return texts.includes(null) ? null : texts.join(LIST_MARKS[language]);
}
