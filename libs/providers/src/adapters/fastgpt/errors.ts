import { parseJson, at, isJsonObject, asText } from '@formats';
import { NO_CREDIT, BAD_KEY, RETRY } from '../../shared/error-rules';
import { type NativeError } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/** Reads the error in `{code, statusText, message, data}`, whatever the HTTP status. */
export function findFastGptError(body: string): NativeError | null {
  const answer = parseJson(body);
  const code = at(answer, 'code');
  if (!isJsonObject(answer) || typeof code !== 'number') return null;
  const word = asText(answer.statusText);
  return { message: asText(answer.message) || word, code: word || String(code) };
}

/** Classifies the provider's status texts; source: its open source, read 2026-08. */
export function classifyError({ status, code, text, body }: RefusalDetails): ErrorClass | null {
  const number = at(parseJson(body), 'code');
  if (/aipointsnotenough/.test(code) || /points? not enough/.test(text)) return NO_CREDIT;
  const isKey = code === 'unauthapikey' || code === 'unauthapp' || code === '514' || number === 514;
  if (isKey || status === 401 || status === 403 || /api ?key/.test(text)) return BAD_KEY;
  if (status === 429 || status >= 500) return RETRY;
  // The operator may have typed a wrong address; another channel may have a better one.
  return status === 404 ? RETRY : null;
}

export function isFastGptError(body: unknown): boolean {
  if (!isJsonObject(body)) return true;
  const { code } = body;
  return Boolean(body.error) || (typeof code === 'number' && code !== 200 && !Array.isArray(body.choices));
}
