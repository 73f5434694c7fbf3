import { isJsonObject, at } from '@formats';
import { NO_CREDIT, DISABLE, RETRY, RATE_LIMITED, PROVIDER_BROKEN, BAD_REQUEST } from '../../shared/error-rules';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/** True when a response is an error, whatever its HTTP status; a workflow may also fail inside an answer. */
export function isDifyError(body: unknown): boolean {
  if (!isJsonObject(body)) return true;
  const isRefusal = typeof body.code === 'string' && typeof body.message === 'string' && !('answer' in body);
  return isRefusal || Boolean(body.error) || body.event === 'error' || at(body, 'data', 'status') === 'failed';
}

/** Classifies the provider's error codes; source: the error lists of the application API, read 2026-08. */
export function classifyError(sign: RefusalDetails): ErrorClass | null {
  switch (sign.code) {
    case 'provider_quota_exceeded':
      return NO_CREDIT;
    case 'app_unavailable':
    case 'unauthorized':
    case 'forbidden':
      return DISABLE;
    case 'not_chat_app':
    case 'provider_not_initialize':
    case 'model_currently_not_support':
    case 'completion_request_error': // the model behind the application failed
      return RETRY;
    case 'too_many_requests':
    case 'rate_limit_error':
      return RATE_LIMITED;
    case 'internal_server_error':
    case 'workflow_failed':
      return PROVIDER_BROKEN;
    case 'invalid_param':
    case 'bad_request':
      return sign.text.includes('app mode') ? RETRY : BAD_REQUEST;
    case 'not_found':
      return { ...BAD_REQUEST, status: 404 };
    default:
      return classOfStatus(sign.status);
  }
}

function classOfStatus(status: number): ErrorClass | null {
  if (status === 400) return BAD_REQUEST;
  if (status === 401 || status === 403) return DISABLE;
  if (status === 404 || status === 413 || status === 415) return { ...BAD_REQUEST, status };
  return status === 429 ? RATE_LIMITED : null;
}
