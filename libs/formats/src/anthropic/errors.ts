import { type JsonObject } from '../json/read-value';

const TYPE_OF: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** The provider's error type for a status. Source: 'Errors' of Anthropic's API reference, read 2026-08. */
function errorTypeOf(status: number): string {
  return TYPE_OF[status] ?? (status >= 400 && status < 500 ? 'invalid_request_error' : 'api_error');
}

/** The error envelope of the Messages API. */
export function errorBody(status: number, message: string): JsonObject {
  return { type: 'error', error: { type: errorTypeOf(status), message } };
}
