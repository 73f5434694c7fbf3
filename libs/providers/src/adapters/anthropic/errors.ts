import { asList, at, parseJson } from '@formats';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../../contract/upstream';
import { CALLER, DISABLE, RETRY } from '../../shared/error-rules';
import { type RefusalDetails, type ErrorClass, readFailure } from '../../shared/read-failure';

/** Sentences in a response with status 400 that speak of the account. */
const ACCOUNT_SENTENCES = [
  'credit balance is too low',
  'organization has been disabled',
  'reached your specified api usage limits',
] as const;

/** Classifies the provider's error types. Source: 'Errors' of Anthropic's API reference, read 2026-08. */
function classifyAnthropicError(sign: RefusalDetails): ErrorClass | null {
  const errorClass = classOf(sign);
  // The provider sends no error codes; clients know its error types.
  return errorClass && { ...errorClass, code: sign.type };
}

function classOf({ type, status, text }: RefusalDetails): ErrorClass | null {
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

/**
 * The form of an error code that is passed to clients: `thread_not_found` makes them send the whole conversation again.
 */
const ERROR_CODE = /^[a-z_]{1,60}$/;

/** Reads a refusal and keeps the error details on which this provider's clients act. */
export function readAnthropicFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  const failure = readFailure(refusal, { classifyError: classifyAnthropicError }, target);
  const details = at(parseJson(refusal.body), 'error', 'details');
  const code = at(details, 'error_code');
  if (!isWord(code)) return failure;
  const unsupported = asList(at(details, 'unsupported')).filter(isWord);
  const shown = { error_code: code, ...(unsupported.length > 0 && { unsupported }) };
  return { ...failure, error: { ...failure.error, details: shown } };
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && ERROR_CODE.test(value);
}
