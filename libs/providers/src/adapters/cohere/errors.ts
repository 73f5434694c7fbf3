import {
  BAD_REQUEST,
  CONTENT_FILTERED,
  DISABLE,
  MODEL_UNKNOWN_HERE,
  NO_CREDIT,
  PROMPT_TOO_LONG,
  RATE_LIMITED,
  RETRY,
} from '../../shared/error-rules';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/** Classifies the provider's statuses; source: 'Errors' in its API reference, read 2026-08. */
export function classifyError(sign: RefusalDetails): ErrorClass | null {
  switch (sign.status) {
    case 400:
      return sign.text.includes('too many tokens') ? PROMPT_TOO_LONG : BAD_REQUEST;
    case 422:
      return { ...BAD_REQUEST, status: 422 };
    case 401:
    case 403:
      return DISABLE;
    case 402:
      return { ...NO_CREDIT, status: 402 };
    case 404:
      return MODEL_UNKNOWN_HERE;
    case 429:
      // The monthly limit of a trial key means no credit; a limit per minute passes by itself.
      return /per month|calls ?\/ ?month|monthly/.test(sign.text) ? { ...NO_CREDIT, status: 429 } : RATE_LIMITED;
    case 498:
      return { ...CONTENT_FILTERED };
    case 500:
    case 503:
    case 504:
      return RETRY;
    default:
      return null;
  }
}
