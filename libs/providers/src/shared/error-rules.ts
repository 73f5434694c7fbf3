import { type RefusalDetails, type ErrorClass } from './read-failure';

/** Words by which Chinese providers report that an account has no money left. */
const ARREARS = ['余额', '欠费', 'quota', 'balance', 'arrears'] as const;

/** True when a refusal speaks of the account's money and has one of these statuses. */
export function speaksOfArrears(sign: RefusalDetails, statuses: readonly number[]): boolean {
  return statuses.includes(sign.status) && ARREARS.some(word => sign.text.includes(word));
}

/** The provider does not accept the content of a prompt or answer: the caller's fault, never the channel's. */
export const CONTENT_REFUSED: ErrorClass = { effect: 'caller', code: 'content_filter' };

export const DISABLE: ErrorClass = { effect: 'disable' };
export const RETRY: ErrorClass = { effect: 'retry' };
export const CALLER: ErrorClass = { effect: 'caller' };

/*
 * Error classes with the status and the names that callers of the OpenAI form expect, for providers with codes of their
 * own.
 */

export const BAD_KEY: ErrorClass = {
  ...DISABLE,
  status: 401,
  type: 'authentication_error',
  code: 'invalid_api_key',
};
/** The account has arrears, the service was never opened, or its quota is used up. */
export const NO_CREDIT: ErrorClass = {
  ...DISABLE,
  status: 403,
  type: 'insufficient_quota',
  code: 'insufficient_quota',
};
export const RATE_LIMITED: ErrorClass = { ...RETRY, status: 429, type: 'rate_limit_error' };
export const PROVIDER_BROKEN: ErrorClass = { ...RETRY, status: 503, type: 'upstream_error' };
/** This account may not use the model or the function; another account may. */
export const NOT_PERMITTED: ErrorClass = { ...RETRY, status: 403, type: 'permission_error' };
export const BAD_REQUEST: ErrorClass = { ...CALLER, status: 400, type: 'invalid_request_error' };
export const CONTENT_FILTERED: ErrorClass = { ...BAD_REQUEST, code: 'content_filter' };
export const PROMPT_TOO_LONG: ErrorClass = { ...BAD_REQUEST, code: 'context_length_exceeded' };
/** The provider knows no such model, so another channel is not tried. */
export const MODEL_UNKNOWN: ErrorClass = { ...BAD_REQUEST, status: 404, code: 'model_not_found' };
/** This account does not know the model; another account may. */
export const MODEL_UNKNOWN_HERE: ErrorClass = { ...MODEL_UNKNOWN, ...RETRY };
