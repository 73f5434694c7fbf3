import { type AppError, type ErrorCode, type Language } from '@kernel';
import { type UpstreamError } from '@providers';

/** An error on its way to a caller: status, and the four fields that official clients read; its dialect shapes it. */
export interface CallerError {
  readonly status: number;
  readonly error: UpstreamError;
  readonly retryAfterSeconds: number | null;
  /** Asking again cannot help, although the status looks as if it might: official clients are told not to. */
  readonly isFinal?: boolean;
}

/** Types by status, in the words that official clients know. */
const TYPES: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'invalid_request_error'],
  [408, 'invalid_request_error'],
  [413, 'invalid_request_error'],
  [414, 'invalid_request_error'],
  [429, 'rate_limit_error'],
  [501, 'not_implemented_error'],
]);

/** Refusals with a status that clients try again by themselves, although only an operator can change their cause. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'RELAY_PRICE_UNKNOWN',
  'RELAY_MAPPING',
  'RELAY_CONVERT_FAILED',
]);

function isFinal({ code, status, details }: AppError): boolean {
  return status === 501 || FINAL.has(code) || details.isFinal === true;
}

/** A refusal or failure of ours. */
export function toCallerError(error: AppError, language: Language = 'en'): CallerError {
  const { retryAfterSeconds, param } = error.details;
  const isFinalNow = isFinal(error);
  const wait = error.status === 503 ? 1 : null;
  const type = error.wireCode.includes('quota') ? 'insufficient_quota' : (TYPES.get(error.status) ?? 'server_error');
  return {
    status: error.status,
    error: {
      message: error.sentence(language),
      type,
      param: typeof param === 'string' ? param : null,
      code: error.wireCode || null,
    },
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : isFinalNow ? null : wait,
    ...(isFinalNow && { isFinal: true }),
  };
}
