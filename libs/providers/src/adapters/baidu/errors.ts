import { asText, at, isJsonObject, parseJson } from '@formats';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../../contract/upstream';
import {
  BAD_KEY,
  BAD_REQUEST,
  CONTENT_FILTERED,
  MODEL_UNKNOWN,
  NOT_PERMITTED,
  NO_CREDIT,
  PROMPT_TOO_LONG,
  RATE_LIMITED,
  RETRY,
  PROVIDER_BROKEN,
  speaksOfArrears,
} from '../../shared/error-rules';
import { type NativeError, readNativeFailure } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/**
 * Error codes of the first generation, all of which arrive with HTTP 200; source: the provider's list of error codes,
 * read 2026-08.
 */
const WORKSHOP_CLASSES: readonly (readonly [ErrorClass, readonly string[]])[] = [
  [PROVIDER_BROKEN, ['1', '2', '4', '15', '336000', '336100', '336102', '336117', '500000']],
  [MODEL_UNKNOWN, ['3', '336005', '336101']],
  [NOT_PERMITTED, ['6', '336004']],
  [BAD_KEY, ['13', '14', '100', 'invalid_client']],
  [{ ...BAD_KEY, isTokenStale: true }, ['110', '111']],
  [NO_CREDIT, ['17', '19']],
  [RATE_LIMITED, ['18', '336501', '336502']],
  [BAD_REQUEST, ['336001', '336002', '336003', '336006', '336104', '336105']],
  [PROMPT_TOO_LONG, ['336007', '336103']],
];

const workshopClasses = new Map(
  WORKSHOP_CLASSES.flatMap(([errorClass, codes]) => codes.map(code => [code, errorClass])),
);

/** True when a response of the first generation is an error, whatever its status. */
export function isWorkshopError(body: unknown): boolean {
  return codeOf(body) !== '' || Boolean(at(body, 'error'));
}

/** Reads `error_code` unless it is zero; the exchange of keys uses `error` instead. */
function codeOf(body: unknown): string {
  const code = at(body, 'error_code');
  if (typeof code === 'number' && code !== 0) return String(code);
  const isNamed = typeof code === 'string' && code !== '' && code !== '0';
  return isNamed ? code : '';
}

/** The error of the first generation in a body or in an event of a stream; null when there is none. */
export function workshopError(body: unknown): NativeError | null {
  const code = codeOf(body);
  if (code !== '') return { message: asText(at(body, 'error_msg')), code };
  const grant = asText(at(body, 'error'));
  return grant === '' ? null : { message: asText(at(body, 'error_description')), code: grant };
}

export function readWorkshopFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  const classifyError = ({ code }: RefusalDetails): ErrorClass | null => workshopClasses.get(code) ?? null;
  return readNativeFailure(refusal, { find: body => workshopError(parseJson(body)), classifyError }, target);
}

/** Classifies a refusal of the second generation: `{error:{code,message,type}}`. */
export function readQianfanFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  const type = asText(at(parseJson(refusal.body), 'error', 'type'));
  const classifyError = (sign: RefusalDetails): ErrorClass | null => classifyQianfanError({ ...sign, type });
  return readNativeFailure(refusal, { find: qianfanError, classifyError }, target);
}

function qianfanError(text: string): NativeError | null {
  const error = at(parseJson(text), 'error');
  if (!isJsonObject(error)) return null;
  const message = asText(error.message);
  return message === '' ? null : { message, code: asText(error.code) };
}

/**
 * Classifies codes and types of the second generation; source: the provider's list of error codes for V2, read 2026-08.
 */
function classifyQianfanError(sign: RefusalDetails): ErrorClass | null {
  if (sign.type === 'unsafe_request' || sign.code.endsWith('_unsafe')) return CONTENT_FILTERED;
  switch (sign.code) {
    case 'invalid_iam_token':
      return BAD_KEY;
    case 'invalid_model':
      return sign.status === 401 ? NOT_PERMITTED : BAD_REQUEST;
    case 'invalid_appid':
    case 'no_parameter_permission':
      return NOT_PERMITTED;
    case 'tokens_too_long':
    case 'characters_too_long':
      return PROMPT_TOO_LONG;
    default:
  }
  if (speaksOfArrears(sign, [403, 429]) || (sign.status === 403 && /account|overdue/.test(sign.text))) return NO_CREDIT;
  if (sign.status === 403) return NOT_PERMITTED;
  if (sign.status === 400) return BAD_REQUEST;
  if (sign.status === 404) return MODEL_UNKNOWN;
  if (sign.status === 429) return RATE_LIMITED;
  return sign.status >= 500 ? RETRY : null;
}
