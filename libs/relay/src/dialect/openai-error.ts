import type { AppError } from '@kernel';
import type { UpstreamError } from '@providers';

/** An error as callers of OpenAI routes get it: status, and the four fields that official clients read. */
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
export function toCallerError(error: AppError): CallerError {
  const { retryAfterSeconds } = error.details;
  const type = error.wireCode.includes('quota') ? 'insufficient_quota' : (TYPES.get(error.status) ?? 'server_error');
  return {
    status: error.status,
    error: { message: error.sentence('en'), type, param: null, code: error.wireCode || null },
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : error.status === 503 ? 1 : null,
  };
}

/** The body; the request id in the message is what a person quotes when asking for help. */
export function errorBody({ error }: CallerError, requestId: string): string {
  const { type, param, code } = error;
  return JSON.stringify({ error: { message: `${error.message} (request id: ${requestId})`, type, param, code } });
}
