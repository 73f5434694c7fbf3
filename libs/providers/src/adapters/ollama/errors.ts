import { RETRY, DISABLE, MODEL_UNKNOWN_HERE, RATE_LIMITED } from '../../shared/error-rules';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/** Classifies the server's errors; source: 'Errors' in its API reference, read 2026-08. */
export function classifyError(sign: RefusalDetails): ErrorClass | null {
  if (sign.status === 400) return /does not support|unsupported/.test(sign.text) ? RETRY : null;
  if (sign.status === 401 || sign.status === 403) return DISABLE;
  if (sign.status === 404) return MODEL_UNKNOWN_HERE;
  return sign.status === 429 ? RATE_LIMITED : null;
}
