import { ImageTaskCode, type ImageTaskAction } from '@contracts';
import { AppError, hasInOrder, isJsonObject, type ErrorCode, type JsonObject } from '@kernel';
import { type AcceptedSubmit, type RefusedSubmit, type SubmitOutcome, type TaskUpstreamResponse } from '@providers';
import { isResponse, type NoResponse } from '@task';
import { asWritten, findJsonIn } from '../task/read-json';
import { withoutAddresses } from '../task/addresses';

/** The response for the caller, before addresses of the upstream are removed. */
export interface SubmitResponse {
  readonly status: number;
  readonly body: JsonObject;
}

/** The request that the upstream's response belongs to. */
export interface SubmitContext {
  readonly action: ImageTaskAction;
  /** The request continues another task, on the account that made it. */
  readonly isFollowUp: boolean;
  /** The caller restricted the choice of accounts by a mode or a filter. */
  readonly isNarrowed: boolean;
}

const NOT_FOUND = 3;
const FAILED_INSIDE = 9;
const ACCEPTED: ReadonlySet<number> = new Set([
  ImageTaskCode.Submitted,
  ImageTaskCode.AlreadyExists,
  ImageTaskCode.Queued,
]);
/** Actions that always open a dialog. The response keeps code 21, by which clients know that they must show one. */
const DIALOGS: ReadonlySet<ImageTaskAction> = new Set(['INPAINT', 'CUSTOM_ZOOM']);
const NO_ACCOUNT = /no available account|available account instance|可用的?账[号户]/i;
const REASON_LENGTH_MAX = 500;

function isWithoutAccount(description: string): boolean {
  return NO_ACCOUNT.test(description) || hasInOrder(description.toLowerCase(), 'account', /unavailable|not available/);
}

/**
 * Classifies a Midjourney proxy's response to a submission, mostly by the code in the body and rarely by the status.
 */
export function readSubmitResponse(
  result: TaskUpstreamResponse | NoResponse,
  context: SubmitContext,
): SubmitOutcome<SubmitResponse> {
  if (!isResponse(result)) return unanswered(result);
  const body = findJsonIn(result.text);
  const code = isJsonObject(body) ? codeOf(body) : null;
  if (!isJsonObject(body) || code === null) return withoutCode(result);
  if (result.status >= 200 && result.status < 300 && isAccepted(code, context.action))
    return accepted(body, code, context);
  // An accepting code with a failing status must not look accepted to the caller.
  if (ACCEPTED.has(code)) return gatewayError('DRAWING_UNREADABLE', { failureKind: 'broken', mayRetry: false });
  return refusedBy(body, code, { ...context, status: result.status });
}

function codeOf(body: JsonObject): number | null {
  const text = asWritten(body.code);
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

/** An upload is finished when its response arrives, so the codes for waiting work do not accept it. */
function isAccepted(code: number, action: ImageTaskAction): boolean {
  return action === 'UPLOAD' ? code === ImageTaskCode.Submitted : ACCEPTED.has(code);
}

function accepted(body: JsonObject, code: number, { action }: SubmitContext): SubmitOutcome<SubmitResponse> {
  if (action === 'UPLOAD') return uploaded(body);
  const upstreamId = asWritten(body.result).trim();
  if (upstreamId === '') return gatewayError('DRAWING_UNREADABLE', { failureKind: 'broken', mayRetry: false });
  const isDialog = code === ImageTaskCode.AlreadyExists && DIALOGS.has(action);
  const shownCode = isDialog ? code : ImageTaskCode.Submitted;
  const done = finishedBefore(body, code);
  return {
    kind: 'accepted',
    answer: { status: 200, body: { ...body, code: shownCode, result: upstreamId } },
    upstreamId,
    code: done ? ImageTaskCode.Submitted : code,
    report: {
      ...(done ?? (isDialog ? { status: 'MODAL', progress: '0%' } : { status: 'SUBMITTED', progress: '0%' })),
      data: { description: asWritten(body.description), ...(done && { imageUrl: done.imageUrl }) },
    },
    // A face swap is charged only when the work is new.
    isFree: action === 'SWAP_FACE' && code !== ImageTaskCode.Submitted,
  };
}

function uploaded(body: JsonObject): AcceptedSubmit<SubmitResponse> {
  return {
    kind: 'accepted',
    answer: { status: 200, body },
    upstreamId: '',
    code: ImageTaskCode.Submitted,
    report: { status: 'SUCCESS', progress: '100%', data: { description: asWritten(body.description) } },
  };
}

/**
 * The result of an operation that had already been done, when the upstream includes it in its response; otherwise null.
 */
function finishedBefore(body: JsonObject, code: number) {
  const properties = body.properties;
  if (code !== ImageTaskCode.AlreadyExists || !isJsonObject(properties) || properties.status !== 'SUCCESS') return null;
  return { status: 'SUCCESS', progress: '100%', imageUrl: asWritten(properties.imageUrl) } as const;
}

function refusedBy(
  body: JsonObject,
  code: number,
  { status, isFollowUp, isNarrowed }: SubmitContext & { readonly status: number },
): RefusedSubmit<SubmitResponse> {
  const description = asWritten(body.description);
  const refusal = {
    kind: 'refused',
    code,
    reason: withoutAddresses(description).slice(0, REASON_LENGTH_MAX) || `the drawing service answered code ${code}`,
    answer: { status: status >= 200 && status < 600 ? status : 200, body },
  } as const;
  switch (code) {
    case NOT_FOUND:
      if (!isWithoutAccount(description)) return { ...refusal, failureKind: 'badRequest', mayRetry: false };
      // A restricted choice of accounts, or a task whose account is gone, does not prove that the other accounts fail.
      return { ...refusal, failureKind: 'refused', mayRetry: true, shouldDisableChannel: !isFollowUp && !isNarrowed };
    case ImageTaskCode.QueueFull:
      return { ...refusal, failureKind: 'busy', mayRetry: true };
    case ImageTaskCode.Saturated:
      return { ...refusal, failureKind: 'busy', mayRetry: true, answer: saturated() };
    case FAILED_INSIDE:
      return { ...refusal, failureKind: 'broken', mayRetry: true };
    default:
      return { ...refusal, failureKind: 'badRequest', mayRetry: false };
  }
}

/**
 * A response without a code does not come from the proxy's protocol: a wrong secret, a missing route, or another proxy
 * in front.
 */
function withoutCode({ status, text }: TaskUpstreamResponse): RefusedSubmit<SubmitResponse> {
  switch (status) {
    case 401:
      return gatewayError('DRAWING_UPSTREAM', {
        failureKind: 'refused',
        mayRetry: true,
        shouldDisableChannel: true,
        status,
      });
    case 403:
    case 404:
      return gatewayError('DRAWING_UPSTREAM', { failureKind: 'refused', mayRetry: true, status });
    case 429:
      return {
        ...gatewayError('DRAWING_UPSTREAM', { failureKind: 'busy', mayRetry: true, status }),
        code: ImageTaskCode.Saturated,
        answer: saturated(),
      };
    case 502:
    case 503:
      return gatewayError('DRAWING_UPSTREAM', { failureKind: 'broken', mayRetry: true, status });
    default:
      return gatewayError(text.trim() === '' ? 'DRAWING_EMPTY' : 'DRAWING_UNREADABLE', {
        failureKind: 'broken',
        mayRetry: false,
        status,
      });
  }
}

/** There was no response. Another channel may be tried only when the request was certainly never sent. */
function unanswered({ isUnsent }: NoResponse): RefusedSubmit<SubmitResponse> {
  return gatewayError('DRAWING_UPSTREAM', { failureKind: 'broken', mayRetry: isUnsent });
}

function gatewayError(
  name: ErrorCode,
  refusal: Pick<RefusedSubmit<unknown>, 'failureKind' | 'mayRetry' | 'shouldDisableChannel'> & {
    readonly status?: number;
  },
): RefusedSubmit<SubmitResponse> {
  const { status, ...outcome } = refusal;
  const error = new AppError(name);
  return {
    kind: 'refused',
    ...outcome,
    code: ImageTaskCode.Unknown,
    reason: status === undefined ? error.message : `${error.message} (status ${status})`,
    answer: { status: error.status, body: errorBody(error.wireCode, ImageTaskCode.Unknown) },
  };
}

/** The response for an overloaded upstream, which does not say whose load it is. */
function saturated(): SubmitResponse {
  const error = new AppError('RELAY_SATURATED');
  return { status: error.status, body: errorBody(error.message, ImageTaskCode.Saturated) };
}

/** An error body in the format of Midjourney proxies. */
export function errorBody(description: string, code: number): JsonObject {
  return {
    description,
    type: 'upstream_error',
    code,
  };
}
