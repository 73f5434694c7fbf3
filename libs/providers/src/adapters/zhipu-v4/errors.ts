import { asList, asText, at, isJsonObject, parseJson } from '@formats';
import { type ChannelTarget, type UpstreamFailure, type UpstreamRefusal } from '../../contract/upstream';
import {
  BAD_KEY,
  BAD_REQUEST,
  CONTENT_FILTERED,
  DISABLE,
  MODEL_UNKNOWN_HERE,
  NOT_PERMITTED,
  NO_CREDIT,
  PROMPT_TOO_LONG,
  RATE_LIMITED,
  PROVIDER_BROKEN,
} from '../../shared/error-rules';
import { type NativeError, readNativeFailure } from '../../shared/native-error';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

const ACCOUNT_CLOSED: ErrorClass = {
  ...DISABLE,
  status: 403,
  type: 'permission_error',
  code: 'account_deactivated',
};

/**
 * Error classes by the business codes of both generations; source: 'Error codes' in the provider's manual, read
 * 2026-08.
 */
const ERROR_CLASSES: readonly (readonly [ErrorClass, readonly number[]])[] = [
  [BAD_KEY, [1000, 1001, 1002, 1003, 1004]],
  [ACCOUNT_CLOSED, [1100, 1110, 1111, 1112, 1121]],
  [NO_CREDIT, [1113, 1309, 1313]],
  [PROVIDER_BROKEN, [500, 1120, 1200, 1230, 1231, 1234]],
  [BAD_REQUEST, [1210, 1212, 1213, 1214, 1215]],
  [MODEL_UNKNOWN_HERE, [1211, 1221, 1222]],
  [NOT_PERMITTED, [1220, 1311]],
  [PROMPT_TOO_LONG, [1261]],
  [CONTENT_FILTERED, [1300, 1301]],
  [RATE_LIMITED, [1302, 1303, 1304, 1305, 1308, 1310, 1312]],
];

const errorClasses = new Map(
  ERROR_CLASSES.flatMap(([errorClass, codes]) => codes.map(code => [String(code), errorClass])),
);

/** The finish reason by which the provider reports that its own network failed. */
const NETWORK_ERROR = 'network_error';

/**
 * Classifies a refusal by its business code where there is one. The status alone means little, because arrears and
 * locked accounts also arrive with 429.
 */
export function readZhipuFailure(refusal: UpstreamRefusal, target?: ChannelTarget): UpstreamFailure {
  const classifyError = ({ code }: RefusalDetails): ErrorClass | null =>
    code === NETWORK_ERROR ? PROVIDER_BROKEN : (errorClasses.get(code) ?? null);
  return readNativeFailure(refusal, { find: text => zhipuError(parseJson(eventData(text))), classifyError }, target);
}

/**
 * The error in a response: `{error:{code,message}}` (version 4, code a text), `{code,msg,success:false}` (version 3,
 * code a number), or an answer that ended because the provider's network failed; null when there is none.
 */
export function zhipuError(body: unknown): NativeError | null {
  const nested = at(body, 'error');
  if (isJsonObject(nested)) return errorOf(nested.message, nested.code);
  if (at(body, 'success') === false) return errorOf(at(body, 'msg'), at(body, 'code'));
  return endedByNetwork(body) ? { message: 'the network of the upstream failed', code: NETWORK_ERROR } : null;
}

function endedByNetwork(body: unknown): boolean {
  return asList(at(body, 'choices')).some(choice => at(choice, 'finish_reason') === NETWORK_ERROR);
}

function errorOf(message: unknown, code: unknown): NativeError | null {
  const label = typeof code === 'number' ? String(code) : asText(code);
  const sentence = asText(message);
  return label === '' && sentence === '' ? null : { message: sentence, code: label };
}

/** An error at the start of a version 3 stream arrives as a line of the stream. */
function eventData(text: string): string {
  return text.startsWith('data:') ? text.slice('data:'.length) : text;
}
