import { type RefusalSign, type VendorVerdict } from './read-failure';

/** Words by which Chinese vendors say that an account has run dry. */
const ARREARS = ['余额', '欠费', 'quota', 'balance', 'arrears'] as const;

/** True when a refusal speaks of the account's money and its status is one for accounts. */
export function speaksOfArrears(sign: RefusalSign, statuses: readonly number[]): boolean {
  return statuses.includes(sign.status) && ARREARS.some(word => sign.text.includes(word));
}

/** A prompt or answer that the vendor will not handle: the caller's matter, and never the channel's. */
export const CONTENT_REFUSED: VendorVerdict = { verdict: 'caller', code: 'content_filter' };

export const DISABLE: VendorVerdict = { verdict: 'disable' };
export const RETRY: VendorVerdict = { verdict: 'retry' };
export const CALLER: VendorVerdict = { verdict: 'caller' };

/* The same with the status and words that callers of the OpenAI form expect, for vendors with numbers of their own. */

export const BAD_KEY: VendorVerdict = {
  ...DISABLE,
  status: 401,
  type: 'authentication_error',
  code: 'invalid_api_key',
};
/** Arrears, a service that was never opened, or one that is used up. */
export const NO_CREDIT: VendorVerdict = {
  ...DISABLE,
  status: 403,
  type: 'insufficient_quota',
  code: 'insufficient_quota',
};
export const RATE_LIMITED: VendorVerdict = { ...RETRY, status: 429, type: 'rate_limit_error' };
export const VENDOR_BROKEN: VendorVerdict = { ...RETRY, status: 503, type: 'upstream_error' };
/** This account may not use the model or the function; another one may. */
export const NOT_PERMITTED: VendorVerdict = { ...RETRY, status: 403, type: 'permission_error' };
export const BAD_REQUEST: VendorVerdict = { ...CALLER, status: 400, type: 'invalid_request_error' };
export const CONTENT_FILTERED: VendorVerdict = { ...BAD_REQUEST, code: 'content_filter' };
export const PROMPT_TOO_LONG: VendorVerdict = { ...BAD_REQUEST, code: 'context_length_exceeded' };
/** The vendor knows no such model: not worth another channel. */
export const MODEL_UNKNOWN: VendorVerdict = { ...BAD_REQUEST, status: 404, code: 'model_not_found' };
/** This account does not know the model; another one may. */
export const MODEL_UNKNOWN_HERE: VendorVerdict = { ...MODEL_UNKNOWN, ...RETRY };
