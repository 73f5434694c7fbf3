import { CALLER, DISABLE, RETRY } from '../toolkit/judges';
import { type RefusalSign, type VendorVerdict } from '../toolkit/read-failure';

/** Sentences of a 400 that speak of the account. */
const ACCOUNT_SENTENCES = [
  'credit balance is too low',
  'organization has been disabled',
  'reached your specified api usage limits',
] as const;

/** The vendor's error types. Source: 'Errors' of Anthropic's API reference, read 2026-08. */
export function judgeAnthropic(sign: RefusalSign): VendorVerdict | null {
  const verdict = verdictOf(sign);
  // The vendor gives no codes; its types are what clients know.
  return verdict && { ...verdict, code: sign.type };
}

function verdictOf({ type, status, text }: RefusalSign): VendorVerdict | null {
  switch (type) {
    case 'authentication_error':
    case 'billing_error':
    case 'permission_error':
      return DISABLE;
    case 'rate_limit_error':
      return text.includes('spend limit') ? DISABLE : RETRY;
    case 'not_found_error':
    case 'conflict_error':
    case 'api_error':
    case 'timeout_error':
    case 'overloaded_error':
      return RETRY;
    case 'request_too_large':
      return CALLER;
    case 'invalid_request_error':
      if (ACCOUNT_SENTENCES.some(sentence => text.includes(sentence))) return DISABLE;
      return status === 400 ? CALLER : null;
    default:
      return status === 529 ? RETRY : null;
  }
}
