import { asList, asText, at, parseJson } from '@formats';
import { BAD_REQUEST, DISABLE, MODEL_UNKNOWN_HERE, NOT_PERMITTED, RATE_LIMITED, RETRY } from '../../shared/error-rules';
import { type NativeError } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/** Classifies the provider's numeric codes; source: 'Errors' of Workers AI in its manual, read 2026-08. */
export function classifyError({ status, code }: RefusalDetails): ErrorClass | null {
  switch (Number(code)) {
    case 5007:
      return MODEL_UNKNOWN_HERE;
    case 5004:
    case 3003:
    case 8001:
    case 8004:
    case 5006:
      return BAD_REQUEST;
    case 7003: // the account's id or the address is wrong
    case 7000:
    case 10000:
    case 9109:
    case 6003:
    case 5018:
    case 3041:
      return DISABLE;
    case 5016: // a licence has not been accepted
    case 3023:
      return NOT_PERMITTED;
    case 5019:
    case 5005:
    case 3007:
    case 3008:
    case 3043:
      return RETRY;
    case 3006:
      return { ...BAD_REQUEST, status: 413 };
    case 3036: // the free share of the day is used up; it is renewed the next day
    case 3040:
    case 971:
    case 10429:
      return RATE_LIMITED;
    default:
      return classOfStatus(status);
  }
}

function classOfStatus(status: number): ErrorClass | null {
  if (status === 401) return DISABLE;
  if (status === 405 || status === 408) return RETRY;
  if (status === 413) return { ...BAD_REQUEST, status };
  return status >= 500 ? RETRY : null;
}

/** Reads `{success, errors: [{code, message}]}`. The message of a schema error lists every accepted form and is cut. */
export function findCloudflareError(body: string): NativeError | null {
  const first = asList(at(parseJson(body), 'errors'))[0];
  const code = at(first, 'code');
  if (first === undefined) return null;
  return {
    message: asText(at(first, 'message')).slice(0, 300),
    code: typeof code === 'number' ? String(code) : asText(code),
  };
}
