import { asText, at, parseJson } from '@formats';
import {
  BAD_KEY,
  BAD_REQUEST,
  CONTENT_FILTERED,
  MODEL_UNKNOWN,
  MODEL_UNKNOWN_HERE,
  NO_CREDIT,
  PROMPT_TOO_LONG,
  RATE_LIMITED,
  PROVIDER_BROKEN,
} from '../../shared/error-rules';
import { type NativeError } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/**
 * Classifies the provider's numeric codes, which are equal on the socket and over HTTP; source: 'Error codes' in its
 * manual, read 2026-08.
 */
export function classifyError(sign: RefusalDetails): ErrorClass | null {
  return classOfCode(Number(sign.code)) ?? classOfHandshake(sign);
}

function classOfCode(code: number): ErrorClass | null {
  switch (code) {
    case 10003:
    case 10004:
    case 10005:
    case 10163:
      return BAD_REQUEST;
    case 10006:
    case 10007:
    case 11201: // a daily limit; it ends by itself, so the channel is not disabled
    case 11202:
    case 11203:
      return RATE_LIMITED;
    case 10013:
    case 10014:
    case 10019:
    case 10021:
      return CONTENT_FILTERED;
    case 10015:
      return BAD_KEY;
    case 10016:
    case 11200:
      return NO_CREDIT;
    case 10404:
      return MODEL_UNKNOWN;
    case 10907:
      return PROMPT_TOO_LONG;
    case 10008:
    case 10017:
    case 10110:
    case 10222:
      return PROVIDER_BROKEN;
    default:
      return (code >= 10000 && code <= 10002) || (code >= 10009 && code <= 10012) ? PROVIDER_BROKEN : null;
  }
}

/** Classifies a refused upgrade to a socket, or a wrong password over HTTP. */
function classOfHandshake({ status, text }: RefusalDetails): ErrorClass | null {
  if (text.includes('secret key does not match') || text.includes('signature does not match')) return BAD_KEY;
  if (status === 401) return BAD_KEY;
  // The clock of this server is wrong; another key would not help.
  if (status === 403 && text.includes('date header')) return PROVIDER_BROKEN;
  return status === 404 ? MODEL_UNKNOWN_HERE : null;
}

/** Finds an error: on the socket it is in the header, over HTTP in an `error` or at the top. */
export function findSparkError(body: string): NativeError | null {
  const answer = parseJson(body);
  for (const place of [at(answer, 'header'), at(answer, 'error'), answer]) {
    const code = at(place, 'code');
    const isCode =
      (typeof code === 'number' && code !== 0) || (typeof code === 'string' && code !== '' && code !== '0');
    if (isCode) return { message: asText(at(place, 'message')), code: String(code) };
  }
  return null;
}
