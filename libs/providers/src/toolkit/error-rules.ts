import { type RefusalDetails, type ErrorClass } from './read-failure';

/** Words by which Chinese providers say that an account has run dry. */
const ARREARS = ['余额', '欠费', 'quota', 'balance', 'arrears'] as const;

/** True when a refusal speaks of the account's money and its status is one for accounts. */
export function speaksOfArrears(sign: RefusalDetails, statuses: readonly number[]): boolean {
  return statuses.includes(sign.status) && ARREARS.some(word => sign.text.includes(word));
}

/** A prompt or answer that the provider will not handle: the caller's matter, and never the channel's. */
export const CONTENT_REFUSED: ErrorClass = { effect: 'caller', code: 'content_filter' };

export const DISABLE: ErrorClass = { effect: 'disable' };
export const RETRY: ErrorClass = { effect: 'retry' };
export const CALLER: ErrorClass = { effect: 'caller' };

/* The same with the status and words that callers of the OpenAI form expect, for providers with numbers of their own. */

export const BAD_KEY: ErrorClass = {
  ...DISABLE,
  status: 401,
  type: 'authentication_error',
  code: 'invalid_api_key',
};
/** Arrears, a service that was never opened, or one that is used up. */
export const NO_CREDIT: ErrorClass = {
  ...DISABLE,
  status: 403,
  type: 'insufficient_quota',
  code: 'insufficient_quota',
};
export const RATE_LIMITED: ErrorClass = { ...RETRY, status: 429, type: 'rate_limit_error' };
export const PROVIDER_BROKEN: ErrorClass = { ...RETRY, status: 503, type: 'upstream_error' };
/** This account may not use the model or the function; another one may. */
export const NOT_PERMITTED: ErrorClass = { ...RETRY, status: 403, type: 'permission_error' };
export const BAD_REQUEST: ErrorClass = { ...CALLER, status: 400, type: 'invalid_request_error' };
export const CONTENT_FILTERED: ErrorClass = { ...BAD_REQUEST, code: 'content_filter' };
export const PROMPT_TOO_LONG: ErrorClass = { ...BAD_REQUEST, code: 'context_length_exceeded' };
/** The provider knows no such model: not worth another channel. */
export const MODEL_UNKNOWN: ErrorClass = { ...BAD_REQUEST, status: 404, code: 'model_not_found' };
/** This account does not know the model; another one may. */
export const MODEL_UNKNOWN_HERE: ErrorClass = { ...MODEL_UNKNOWN, ...RETRY };
