import { at, type AnswerError, asText, errorIn, parseJson } from '@formats';
import { BAD_KEY, NO_CREDIT, RETRY } from '../../shared/error-rules';
import { messageWithCode, type NativeError } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

export function isAiProxyError(body: unknown): boolean {
  const code = at(body, 'errCode');
  const hasCode = (typeof code === 'number' && code !== 0) || (typeof code === 'string' && !/^0?$/.test(code));
  return hasCode || at(body, 'success') === false || Boolean(at(body, 'error'));
}

export function aiProxyError(piece: unknown): AnswerError {
  const code = String(at(piece, 'errCode') ?? '');
  const message = asText(at(piece, 'message')) || (errorIn(piece)?.message ?? '');
  return {
    message: messageWithCode({ message, code }) || 'the library failed',
    type: 'upstream_error',
    code: code || null,
  };
}

export function findAiProxyError(body: string): NativeError | null {
  const answer = parseJson(body);
  const code = at(answer, 'errCode');
  const isNamed = typeof code === 'number' || typeof code === 'string';
  const message = asText(at(answer, 'message'));
  return isNamed && message !== '' ? { message, code: String(code) } : null;
}

/** The provider has no list of error codes, so its sentences and the status decide. */
export function classifyError({ status, code, text }: RefusalDetails): ErrorClass | null {
  if (/library/.test(text) && /not (found|exist)|unknown|invalid/.test(text)) {
    // The operator typed the library's id wrong: the key is not at fault, and another channel would not help.
    return { effect: 'caller', status: 404, type: 'upstream_error', code: 'library_not_found' };
  }
  if (
    status === 401 ||
    code === '401' ||
    /(invalid|incorrect|wrong).{0,20}key|key.{0,20}(invalid|incorrect|wrong)/.test(text)
  ) {
    return BAD_KEY;
  }
  if (
    /(points?|balance|quota).{0,30}(not enough|insufficient)|(not enough|insufficient).{0,30}(points?|balance|quota)/.test(
      text,
    )
  ) {
    return NO_CREDIT;
  }
  return status === 429 || status >= 500 ? RETRY : null;
}
