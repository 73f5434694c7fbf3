import { type JsonObject, asList, asRecord, asText, at, parseJson } from '@formats';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../../contract/upstream';
import {
  BAD_KEY,
  BAD_REQUEST,
  CONTENT_FILTERED,
  MODEL_UNKNOWN_HERE,
  RATE_LIMITED,
  RETRY,
} from '../../shared/error-rules';
import { type RefusalDetails, type ErrorClass, readFailure } from '../../shared/read-failure';

/** Values of `details[].reason` that prove that the account can no longer be used. */
const CLOSED = ['SERVICE_DISABLED', 'CONSUMER_SUSPENDED', 'API_KEY_SERVICE_BLOCKED'];
const BAD_KEYS = ['api key not valid', 'api key expired', 'api_key_invalid'];
const NO_CREDIT_WORDS = ['prepa', 'credit'];

/**
 * Classifies Google's errors: `{error: {code, message, status, details}}`, in some streams inside a list. Source:
 * 'Troubleshooting guide' of the Gemini API.
 */
export function readGeminiFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  const body = parseJson(refusal.body);
  const error = asRecord(at(Array.isArray(body) ? at(body, 0) : body, 'error'));
  if (!error) return readFailure(plainRefusal(refusal, body), { classifyError }, target);
  const status = asText(error.status);
  const reasons = asList(error.details).map(detail => asText(at(detail, 'reason')));
  // The classifier sees the status and the reasons in `type`; callers see the status alone.
  const shown = { ...error, type: [status, ...reasons].filter(word => word !== '').join(' ') || undefined };
  const failure = readFailure({ ...refusal, body: JSON.stringify({ error: shown }) }, { classifyError }, target);
  const retryAfterSeconds = failure.retryAfterSeconds ?? retryDelaySeconds(error);
  const isOfProvider = status !== '' && failure.error.type.startsWith(status);
  const type = isOfProvider ? status.toLowerCase() : failure.error.type;
  return { ...failure, retryAfterSeconds, error: { ...failure.error, type } };
}

/** When the provider's filter removes all images, the response is a success without images. */
function plainRefusal(refusal: UpstreamRefusal, body: unknown): UpstreamRefusal {
  const reason = asList(at(body, 'predictions'))
    .map(prediction => asText(at(prediction, 'raiFilteredReason')))
    .find(text => text !== '');
  if (reason === undefined) return refusal;
  return { ...refusal, body: JSON.stringify({ error: { message: reason, code: 'content_filter' } }) };
}

function classifyError({ status, type, code, text }: RefusalDetails): ErrorClass | null {
  if (code === 'content_filter') return CONTENT_FILTERED;
  if (status === 400) return classifyBadRequest(type, text);
  if (status === 402 || status === 429) {
    const isDry = status === 402 || NO_CREDIT_WORDS.some(word => text.includes(word));
    return isDry ? { effect: 'disable', code: 'insufficient_quota' } : RATE_LIMITED;
  }
  if (status === 403 && (CLOSED.some(reason => type.includes(reason.toLowerCase())) || text.includes('leaked'))) {
    return { effect: 'disable' };
  }
  if (status === 403) return RETRY;
  if (status === 404) return MODEL_UNKNOWN_HERE;
  return status === 504 ? RETRY : null;
}

function classifyBadRequest(type: string, text: string): ErrorClass {
  if (BAD_KEYS.some(sign => text.includes(sign) || type.includes(sign))) return BAD_KEY;
  // The operator has to act: the gateway calls from a country that is not served, or the account has no billing.
  if (type.includes('failed_precondition')) return RETRY;
  return BAD_REQUEST;
}

/** Reads `retryDelay: "17s"` of google.rpc.RetryInfo, rounded up to whole seconds. */
function retryDelaySeconds(error: JsonObject): number | null {
  for (const detail of asList(error.details)) {
    const delay = /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(asText(at(detail, 'retryDelay')))?.[1];
    if (delay !== undefined) return Math.ceil(Number(delay));
  }
  return null;
}
