import { at, parseJson, asText, isJsonObject, type AnswerError } from '@formats';
import {
  PROVIDER_BROKEN,
  BAD_KEY,
  NO_CREDIT,
  MODEL_UNKNOWN_HERE,
  RATE_LIMITED,
  BAD_REQUEST,
  CONTENT_FILTERED,
  PROMPT_TOO_LONG,
  speaksOfArrears,
} from '../../shared/error-rules';
import { type NativeError, messageWithCode } from '../../shared/native-error';
import { type ErrorClass, type RefusalDetails } from '../../shared/read-failure';

/** Beginnings of error codes in lower case; the first that matches decides, so exceptions stand before their family. */
const ERROR_CLASSES: readonly (readonly [string, ErrorClass])[] = [
  // The clock of this server is wrong; another key would not help.
  ['authfailure.signatureexpire', PROVIDER_BROKEN],
  ['authfailure', BAD_KEY],
  ['unauthorizedoperation', BAD_KEY],
  ['failedoperation.servicenotactivated', NO_CREDIT],
  ['failedoperation.servicestop', NO_CREDIT],
  ['failedoperation.freeresourcepackexhausted', NO_CREDIT],
  ['failedoperation.resourcepackexhausted', NO_CREDIT],
  ['failedoperation.userunautherror', NO_CREDIT],
  ['resourceinsufficient.chargeresourceexhaust', NO_CREDIT],
  ['resourceunavailable.inarrears', NO_CREDIT],
  ['resourceunavailable.lowbalance', NO_CREDIT],
  ['resourceunavailable.stopusing', NO_CREDIT],
  ['resourceunavailable.notexist', MODEL_UNKNOWN_HERE],
  ['invalidparametervalue.model', MODEL_UNKNOWN_HERE],
  ['resourcenotfound', MODEL_UNKNOWN_HERE],
  ['limitexceeded', RATE_LIMITED],
  ['requestlimitexceeded', RATE_LIMITED],
  ['failedoperation.engineserverlimitexceeded', RATE_LIMITED],
  ['resourceinsufficient', RATE_LIMITED],
  ['failedoperation.engine', PROVIDER_BROKEN],
  ['internalerror', PROVIDER_BROKEN],
  ['invalidparameter', BAD_REQUEST],
  ['missingparameter', BAD_REQUEST],
  ['unknownparameter', BAD_REQUEST],
  ['operationdenied.textillegaldetected', CONTENT_FILTERED],
  ['operationdenied.imageillegaldetected', CONTENT_FILTERED],
];

/** Classifies the provider's error codes; source: 'Error codes' of the action in its manual, read 2026-08. */
export function classifyError(sign: RefusalDetails): ErrorClass | null {
  if (/^(4000|4001)$/.test(sign.code)) return sign.code === '4000' ? BAD_REQUEST : PROVIDER_BROKEN;
  const found = ERROR_CLASSES.find(([begin]) => sign.code.startsWith(begin));
  if (found) return found[1];
  if (sign.code.startsWith('failedoperation')) return isAboutLength(sign) ? PROMPT_TOO_LONG : PROVIDER_BROKEN;
  if (sign.code.includes('network')) return PROVIDER_BROKEN;
  return speaksOfArrears(sign, [400, 402, 403, 429]) ? NO_CREDIT : null;
}

function isAboutLength({ text, code }: RefusalDetails): boolean {
  return /length|too long|tokens|过长|长度|超长/.test(`${code} ${text}`);
}

/** Reads `Response.Error`, which arrives with HTTP 200; the compatible API has an `error` of the usual form instead. */
export function findHunyuanError(body: string): NativeError | null {
  const error = at(parseJson(body), 'Response', 'Error');
  const code = asText(at(error, 'Code'));
  return code === '' ? null : { message: asText(at(error, 'Message')), code };
}

export function isHunyuanError(body: unknown): boolean {
  return Boolean(at(body, 'Response', 'Error')) || (isJsonObject(body) && Boolean(body.error));
}

export function hunyuanError(failure: unknown): AnswerError {
  const given = at(failure, 'Code');
  const code = typeof given === 'number' ? String(given) : asText(given);
  const message = messageWithCode({ message: asText(at(failure, 'Message')) || asText(at(failure, 'Msg')), code });
  return { message, type: 'upstream_error', code: code || null };
}
