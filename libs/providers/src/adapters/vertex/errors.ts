import { asList, asText, at, isJsonObject, parseJson } from '@formats';
import { hasInOrder } from '@kernel';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../../contract/upstream';
import {
  BAD_REQUEST,
  CALLER,
  CONTENT_FILTERED,
  DISABLE,
  MODEL_UNKNOWN_HERE,
  NOT_PERMITTED,
  PROMPT_TOO_LONG,
  RATE_LIMITED,
  RETRY,
  PROVIDER_BROKEN,
} from '../../shared/error-rules';
import { type RefusalDetails, type ErrorClass, readFailure } from '../../shared/read-failure';

/**
 * Classifies a refusal of any model family, and of the token exchange. Sources: "Vertex AI API errors" and "OAuth 2.0
 * errors" of Google, the errors of the Messages API; read 2026-08.
 */
export function readVertexFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  const usual = withUsualBody({ ...refusal, body: withoutNames(refusal.body, target) });
  const reasons = reasonsIn(usual.body);
  const classifyError = (sign: RefusalDetails): ErrorClass | null => classifyVertexError(sign, reasons, target);
  return readFailure(usual, { classifyError }, target);
}

/**
 * Takes the error out of the list that surrounds it in some responses, and gives `{error, error_description}` of the
 * token exchange the usual form. Google's `status` becomes the type.
 */
function withUsualBody(refusal: UpstreamRefusal): UpstreamRefusal {
  const answer = parseJson(refusal.body);
  const inner = Array.isArray(answer) ? at(answer, 0) : answer;
  const filtered = filterReasonIn(inner);
  if (filtered !== '') {
    return { ...refusal, body: JSON.stringify({ error: { message: filtered, code: 'content_filter' } }) };
  }
  const error = at(inner, 'error');
  const description = asText(at(inner, 'error_description'));
  if (typeof error === 'string' && description !== '') {
    return { ...refusal, body: JSON.stringify({ error: { message: description, type: error } }) };
  }
  if (!isJsonObject(error)) return refusal;
  const status = asText(error.status);
  const type = status === '' || error.type !== undefined ? {} : { type: status.toLowerCase() };
  return { ...refusal, body: JSON.stringify({ error: { ...error, ...type } }) };
}

/** When the provider's filter removes all images, the response is a success without images. */
function filterReasonIn(answer: unknown): string {
  const reasons = asList(at(answer, 'predictions')).map(prediction => asText(at(prediction, 'raiFilteredReason')));
  return reasons.find(reason => reason !== '') ?? '';
}

const NAME_LENGTH_MIN = 6;

/** Google's sentences name the project and the account of the operator, which a caller must not see. */
function withoutNames(body: string, target: ChannelTarget | undefined): string {
  const document = parseJson(target?.key ?? '');
  const names = [at(document, 'project_id'), at(document, 'client_email'), target?.accessToken].map(asText);
  return names
    .filter(name => name.length >= NAME_LENGTH_MIN)
    .sort((first, second) => second.length - first.length)
    .reduce((text, name) => text.replaceAll(name, '***'), body);
}

/** The machine-readable reasons of Google's errors: `details[].reason`. */
function reasonsIn(body: string): ReadonlySet<string> {
  const details = asList(at(parseJson(body), 'error', 'details'));
  return new Set(details.map(detail => asText(at(detail, 'reason'))).filter(reason => reason !== ''));
}

/**
 * Part of the sentence by which the provider refuses the times in an assertion; the clocks differ, and the key is not
 * at fault.
 */
const CLOCK_SENTENCE = 'short-lived token';
const TOO_LONG = /prompt is too long|exceeds the maximum number of tokens/;
/**
 * Sentences about a model to which this project has no access, such as a preview or a partner's model, or which the
 * region does not have.
 */
const MODEL_ABSENT =
  /not servable in region|not (?:available|supported) in (?:the )?(?:region|location)|is not enabled|does not have access|access (?:is )?not granted/;

function classifyVertexError(
  sign: RefusalDetails,
  reasons: ReadonlySet<string>,
  target: ChannelTarget | undefined,
): ErrorClass | null {
  const { type, text, status, code } = sign;
  if (code === 'content_filter') return CONTENT_FILTERED;
  switch (type) {
    case 'invalid_grant':
    case 'invalid_client':
    case 'unauthorized_client':
      return text.includes(CLOCK_SENTENCE) ? PROVIDER_BROKEN : DISABLE;
    case 'unauthenticated':
    case 'authentication_error':
      return target?.accessToken === undefined ? DISABLE : { ...DISABLE, isTokenStale: true };
    case 'permission_denied':
    case 'permission_error':
      return !hasAccountReason(reasons) && isAboutModel(text) ? { ...NOT_PERMITTED, code: 'model_not_found' } : DISABLE;
    case 'not_found':
    case 'not_found_error':
      return MODEL_UNKNOWN_HERE;
    case 'resource_exhausted':
    case 'rate_limit_error':
      return RATE_LIMITED;
    case 'overloaded_error':
      return PROVIDER_BROKEN;
    case 'billing_error':
      return DISABLE;
    case 'request_too_large':
      return CALLER;
    case 'failed_precondition':
    case 'invalid_argument':
    case 'invalid_request_error':
      return classifyBadRequest(text, reasons);
    default:
      return status >= 499 ? RETRY : null;
  }
}

function classifyBadRequest(text: string, reasons: ReadonlySet<string>): ErrorClass {
  if (reasons.has('API_KEY_INVALID')) return DISABLE;
  if (MODEL_ABSENT.test(text)) return MODEL_UNKNOWN_HERE;
  return TOO_LONG.test(text) || hasInOrder(text, 'input token count', /exceeds/) ? PROMPT_TOO_LONG : BAD_REQUEST;
}

const ACCOUNT_REASONS = [
  'SERVICE_DISABLED',
  'BILLING_DISABLED',
  'CONSUMER_SUSPENDED',
  'IAM_PERMISSION_DENIED',
] as const;

function hasAccountReason(reasons: ReadonlySet<string>): boolean {
  return ACCOUNT_REASONS.some(reason => reasons.has(reason));
}

function isAboutModel(text: string): boolean {
  return text.includes('model') && MODEL_ABSENT.test(text);
}
