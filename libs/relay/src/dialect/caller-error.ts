import { type AppError, type ErrorCode, type Language } from '@kernel';
import { type UpstreamError } from '@providers';

/**
 * An error for a caller: its status and the four fields that official clients read. The caller's dialect gives it its
 * shape.
 */
export interface CallerError {
  readonly status: number;
  readonly error: UpstreamError;
  readonly retryAfterSeconds: number | null;
  /**
   * Whether repeating the call cannot help although the status suggests it; official clients are then asked not to
   * retry.
   */
  readonly isFinal?: boolean;
  /** Further headers, such as those of a rate limit. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Error types by status, as official clients know them. */
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

/** Refusals whose status makes clients retry by themselves, although only an operator can change their cause. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'RELAY_PRICE_UNKNOWN',
  'RELAY_MAPPING',
  'RELAY_CONVERT_FAILED',
]);

function isFinal({ code, status, details }: AppError): boolean {
  return status === 501 || FINAL.has(code) || details.isFinal === true;
}

/** Turns an error of the gateway itself into the error for a caller. */
export function toCallerError(error: AppError, language: Language = 'en'): CallerError {
  const { retryAfterSeconds, param, headers } = error.details;
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
    ...(isHeaders(headers) && { headers }),
  };
}

function isHeaders(headers: unknown): headers is Readonly<Record<string, string>> {
  return typeof headers === 'object' && headers !== null;
}
