import { asText, at, isJsonObject, parseJson } from '@formats';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../../contract/upstream';
import {
  BAD_KEY,
  BAD_REQUEST,
  CONTENT_FILTERED,
  MODEL_UNKNOWN_HERE,
  NOT_PERMITTED,
  NO_CREDIT,
  PROMPT_TOO_LONG,
  RATE_LIMITED,
  RETRY,
} from '../../shared/error-rules';
import { type NativeError, readNativeFailure } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/** Error classes by the codes of both protocols in lower case; source: 'Error codes' of Model Studio, read 2026-08. */
const ERROR_CLASSES: readonly (readonly [ErrorClass, readonly string[]])[] = [
  [CONTENT_FILTERED, ['datainspectionfailed', 'data_inspection_failed']],
  [BAD_KEY, ['invalidapikey', 'invalid_api_key']],
  [
    NO_CREDIT,
    [
      'arrearage',
      'accessdenied.unpurchased',
      'allocationquota.freetieronly',
      'prepaidbilloverdue',
      'postpaidbilloverdue',
      'commoditynotpurchased',
    ],
  ],
  [NOT_PERMITTED, ['accessdenied', 'model.accessdenied', 'workspace.accessdenied', 'access_denied']],
  [MODEL_UNKNOWN_HERE, ['modelnotfound', 'model_not_found', 'invalidurl']],
  [RATE_LIMITED, ['throttling', 'limitrequests', 'limit_requests', 'insufficient_quota']],
  [BAD_REQUEST, ['invalidparameter', 'invalid_parameter_error', 'badrequest', 'unsupportedoperation']],
  [RETRY, ['internalerror', 'systemerror', 'modelservicefailed', 'modelservingerror', 'modelunavailable']],
];

const errorClasses = new Map(ERROR_CLASSES.flatMap(([errorClass, codes]) => codes.map(code => [code, errorClass])));

export function readQwenFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  return readNativeFailure(refusal, { find: text => nativeError(parseJson(text)), classifyError }, target);
}

function classifyError(sign: RefusalDetails): ErrorClass | null {
  if (sign.status === 413) return { ...BAD_REQUEST, status: 413 };
  // In a code like `Throttling.RateQuota` or `InvalidParameter.DataCheck` the part before the point names the class.
  const errorClass = errorClasses.get(sign.code) ?? errorClasses.get(sign.code.split('.')[0] ?? '') ?? null;
  if (errorClass === BAD_REQUEST && /context|input length|range of input/.test(sign.text)) return PROMPT_TOO_LONG;
  // This error precedes the first byte, so another channel is tried, although the provider may be slow there as well.
  if (sign.code.startsWith('requesttimeout')) return { ...RETRY, status: 504 };
  return errorClass;
}

/**
 * The error in a body or an event: `{code, message}` of the native protocol, or `{error: {code, message}}` of the
 * compatible one; null when there is none.
 */
export function nativeError(body: unknown): NativeError | null {
  const nested = at(body, 'error');
  const error = isJsonObject(nested) ? nested : body;
  const code = asText(at(error, 'code'));
  const message = asText(at(error, 'message'));
  if (isJsonObject(nested)) return code === '' && message === '' ? null : { message, code };
  return code === '' || at(body, 'output') != null ? null : { message, code };
}
