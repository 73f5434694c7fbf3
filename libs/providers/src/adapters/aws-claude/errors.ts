import { type JsonObject, asRecord, asText, parseJson } from '@formats';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../../contract/upstream';
import {
  BAD_REQUEST,
  DISABLE,
  MODEL_UNKNOWN_HERE,
  NOT_PERMITTED,
  PROMPT_TOO_LONG,
  RATE_LIMITED,
  RETRY,
  PROVIDER_BROKEN,
} from '../../shared/error-rules';
import { type RefusalDetails, type ErrorClass, readFailure } from '../../shared/read-failure';

/** Error types by which the provider refuses the key, its signature or its lifetime. */
const BAD_KEY_TYPES: ReadonlySet<string> = new Set([
  'unrecognizedclientexception',
  'invalidsignatureexception',
  'expiredtokenexception',
  'expiredtoken',
  'missingauthenticationtoken',
  'missingauthenticationtokenexception',
  'incompletesignature',
  'incompletesignatureexception',
  'requestexpired',
  'invalidclienttokenid',
]);

/**
 * Parts of sentences by which the provider reports an unknown model id or a missing profile; another account or region
 * may serve the model.
 */
const MODEL_SENTENCES = [
  'on-demand throughput isn',
  'on-demand throughput is not',
  'model identifier is invalid',
] as const;
const TOO_LONG_SENTENCES = ['input is too long', 'prompt is too long'] as const;
const ACCOUNT_SENTENCES = ['invalid_payment_instrument', 'account is suspended', 'account has been suspended'] as const;

/**
 * Classifies a refusal. The provider names the error type in a header, sometimes in the body; its body is `{message}`.
 * Source: "Common errors" and "InvokeModel" of the Amazon Bedrock API reference, read 2026-08.
 */
export function readBedrockFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  return readFailure(withUsualBody(refusal), { classifyError }, target);
}

/** Matches names that contain the operator's AWS account, which callers must not see. */
const RESOURCE_NAME = /\barn:aws[\w-]*:[^\s"',]+/g;

/** Turns `{message}` and the header into `{error: {message, type}}`; every other body stays as it is. */
function withUsualBody(refusal: UpstreamRefusal): UpstreamRefusal {
  const answer = asRecord(parseJson(refusal.body));
  const message = asText(answer?.message) || asText(answer?.Message);
  if (!answer || message === '') return refusal;
  const type = typeOf(refusal, answer);
  const shown = message.replace(RESOURCE_NAME, '[resource]');
  return { ...refusal, body: JSON.stringify({ error: { message: shown, ...(type !== '' && { type }) } }) };
}

/**
 * Reads the error type from `ValidationException:http://…` in the header or
 * `com.amazon.coral.service#ValidationException` in the body.
 */
function typeOf({ headers }: UpstreamRefusal, answer: JsonObject): string {
  const header = headers['x-amzn-errortype'];
  const named = (typeof header === 'string' ? header : header?.[0]) ?? asText(answer.__type);
  return (named.split(':')[0] ?? '').split('#').at(-1)?.trim() ?? '';
}

/**
 * Error classes by type: of refusals, of exceptions inside a stream, and of the Messages events that such exceptions
 * become. A failed dependency (424) of the provider counts as a broken upstream.
 */
const ERROR_CLASSES: Readonly<Record<string, ErrorClass>> = {
  accessdeniedexception: { ...NOT_PERMITTED, code: 'model_not_found' },
  resourcenotfoundexception: MODEL_UNKNOWN_HERE,
  servicequotaexceededexception: RATE_LIMITED,
  throttlingexception: RATE_LIMITED,
  rate_limit_error: RATE_LIMITED,
  modelnotreadyexception: RATE_LIMITED,
  modeltimeoutexception: { ...RETRY, status: 408 },
  timeout_error: { ...RETRY, status: 408 },
  modelerrorexception: { ...RETRY, status: 502 },
  modelstreamerrorexception: { ...RETRY, status: 502 },
  internalserverexception: { ...RETRY, status: 500 },
  api_error: { ...RETRY, status: 500 },
  serviceunavailableexception: PROVIDER_BROKEN,
  overloaded_error: PROVIDER_BROKEN,
};

function classifyError(sign: RefusalDetails): ErrorClass | null {
  const { type, text } = sign;
  const speaksOf = (sentences: readonly string[]): boolean => sentences.some(sentence => text.includes(sentence));
  if (BAD_KEY_TYPES.has(type) || speaksOf(ACCOUNT_SENTENCES)) return DISABLE;
  if (type !== 'validationexception' && type !== 'invalid_request_error') {
    return (Object.hasOwn(ERROR_CLASSES, type) ? ERROR_CLASSES[type] : undefined) ?? null;
  }
  if (speaksOf(MODEL_SENTENCES)) return MODEL_UNKNOWN_HERE;
  if (speaksOf(TOO_LONG_SENTENCES)) return PROMPT_TOO_LONG;
  // The provider sends this sentence to new accounts; the common table classifies it.
  return text.startsWith('operation not allowed') ? null : BAD_REQUEST;
}
