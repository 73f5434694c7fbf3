import type { AppError, Language } from '@kernel';
import type { UpstreamError } from '@providers';

/** An error on its way to a caller: status, and the four fields that official clients read; its dialect shapes it. */
export interface CallerError {
  readonly status: number;
  readonly error: UpstreamError;
  readonly retryAfterSeconds: number | null;
}

/** Types by status, in the words that official clients know. */
const TYPES: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'invalid_request_error'],
  [413, 'invalid_request_error'],
  [429, 'rate_limit_error'],
  [501, 'not_implemented_error'],
]);

/** A refusal or failure of ours. */
export function toCallerError(error: AppError, language: Language = 'en'): CallerError {
  const { retryAfterSeconds } = error.details;
  const type = error.wireCode.includes('quota') ? 'insufficient_quota' : (TYPES.get(error.status) ?? 'server_error');
  return {
    status: error.status,
    error: { message: error.sentence(language), type, param: null, code: error.wireCode || null },
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : error.status === 503 ? 1 : null,
  };
}
