import { asText, at, isJsonObject, parseJson } from '@formats';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../../contract/upstream';
import {
  BAD_KEY,
  BAD_REQUEST,
  CONTENT_FILTERED,
  NO_CREDIT,
  RATE_LIMITED,
  PROVIDER_BROKEN,
  speaksOfArrears,
} from '../../shared/error-rules';
import { type NativeError, readNativeFailure } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/**
 * Error classes by `base_resp.status_code`, which nearly always arrives with HTTP 200; source: 'Error codes' in the
 * provider's manual, read 2026-08.
 */
const ERROR_CLASSES: readonly (readonly [ErrorClass, readonly number[]])[] = [
  [PROVIDER_BROKEN, [1000, 1001, 1013, 1024, 1033]],
  [RATE_LIMITED, [1002, 1039, 1041, 2056]],
  [BAD_KEY, [1004, 2049]],
  [NO_CREDIT, [1008, 2038]],
  [CONTENT_FILTERED, [1026, 1027]],
  [BAD_REQUEST, [1042, 2013, 2048, 20132]],
];

const errorClasses = new Map(
  ERROR_CLASSES.flatMap(([errorClass, codes]) => codes.map(code => [String(code), errorClass])),
);

export function readMiniMaxFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  return readNativeFailure(refusal, { find: text => minimaxError(parseJson(text)), classifyError }, target);
}

function classifyError(sign: RefusalDetails): ErrorClass | null {
  // This code has two meanings: too many tokens per minute, or a limit above what the model can write.
  if (sign.code === '1039' && /max.?tokens/.test(sign.text)) return BAD_REQUEST;
  return errorClasses.get(sign.code) ?? (speaksOfArrears(sign, [402, 403]) ? NO_CREDIT : null);
}

/**
 * The error in a response or in an event of a stream: `base_resp` with a code that is not zero, or `error`, whose
 * message ends with the code: `… (1004)`. Null when there is none.
 */
export function minimaxError(body: unknown): NativeError | null {
  const base = at(body, 'base_resp');
  const code = at(base, 'status_code');
  if (typeof code === 'number' && code !== 0) return { message: asText(at(base, 'status_msg')), code: String(code) };
  const error = at(body, 'error');
  if (!isJsonObject(error)) return null;
  const message = asText(error.message);
  if (message === '') return null;
  const named = /\((\d{4,5})\)\s*$/.exec(message)?.[1] ?? '';
  return { message, code: named || asText(error.code) };
}
