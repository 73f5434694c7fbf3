import { DrawingCode, type DrawingAction } from '@contracts';
import { AppError, hasInOrder, isJsonObject, type ErrorCode, type JsonObject } from '@kernel';
import {
  isAnswer,
  type AcceptedSubmit,
  type NoAnswer,
  type RefusedSubmit,
  type SubmitOutcome,
  type TaskAnswer,
} from '@task';
import { asWritten, findJsonIn } from '../read-json';
import { withoutAddresses } from '../view/addresses';

/** What the caller is told, before addresses of the upstream are taken out. */
export interface SubmitResponse {
  readonly status: number;
  readonly body: JsonObject;
}

/** What the answer belongs to. */
export interface SubmitContext {
  readonly action: DrawingAction;
  /** Goes on from another task, on the account that made it. */
  readonly isFollowUp: boolean;
  /** The caller narrowed the choice of accounts, by a mode or a filter. */
  readonly isNarrowed: boolean;
}

const NOT_FOUND = 3;
const FAILED_INSIDE = 9;
const ACCEPTED: ReadonlySet<number> = new Set([DrawingCode.Submitted, DrawingCode.AlreadyExists, DrawingCode.Queued]);
/** Only these open a dialog by rule; the client tells from the code that it has to ask its user. */
const DIALOGS: ReadonlySet<DrawingAction> = new Set(['INPAINT', 'CUSTOM_ZOOM']);
const NO_ACCOUNT = /no available account|available account instance|可用的?账[号户]/i;
const REASON_LENGTH_MAX = 500;

function isWithoutAccount(description: string): boolean {
  return NO_ACCOUNT.test(description) || hasInOrder(description.toLowerCase(), 'account', /unavailable|not available/);
}

/** Sorts what a drawing proxy answered to a submission; decided by the code in the body, hardly ever by the status. */
export function readSubmitResponse(result: TaskAnswer | NoAnswer, asked: SubmitContext): SubmitOutcome<SubmitResponse> {
  if (!isAnswer(result)) return unanswered(result);
  const body = findJsonIn(result.text);
  const code = isJsonObject(body) ? codeOf(body) : null;
  if (!isJsonObject(body) || code === null) return withoutCode(result);
  if (result.status >= 200 && result.status < 300 && isAccepted(code, asked.action)) return accepted(body, code, asked);
  // A yes that was not meant so must not look like one to the caller.
  if (ACCEPTED.has(code)) return gatewayError('DRAWING_UNREADABLE', { fault: 'broken', mayRetry: false });
  return refusedBy(body, code, { ...asked, status: result.status });
}

function codeOf(body: JsonObject): number | null {
  const text = asWritten(body.code);
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

/** Uploads are done when they are answered, so that nothing can wait for them. */
function isAccepted(code: number, action: DrawingAction): boolean {
  return action === 'UPLOAD' ? code === DrawingCode.Submitted : ACCEPTED.has(code);
}

function accepted(body: JsonObject, code: number, { action }: SubmitContext): SubmitOutcome<SubmitResponse> {
  if (action === 'UPLOAD') return uploaded(body);
  const upstreamId = asWritten(body.result).trim();
  if (upstreamId === '') return gatewayError('DRAWING_UNREADABLE', { fault: 'broken', mayRetry: false });
  const isDialog = code === DrawingCode.AlreadyExists && DIALOGS.has(action);
  const shownCode = isDialog ? code : DrawingCode.Submitted;
  const done = finishedBefore(body, code);
  return {
    kind: 'accepted',
    answer: { status: 200, body: { ...body, code: shownCode, result: upstreamId } },
    upstreamId,
    code: done ? DrawingCode.Submitted : code,
    report: {
      ...(done ?? (isDialog ? { status: 'MODAL', progress: '0%' } : { status: 'SUBMITTED', progress: '0%' })),
      data: { description: asWritten(body.description), ...(done && { imageUrl: done.imageUrl }) },
    },
    // Swapped faces are paid for only when the work is new.
    isFree: action === 'SWAP_FACE' && code !== DrawingCode.Submitted,
  };
}

function uploaded(body: JsonObject): AcceptedSubmit<SubmitResponse> {
  return {
    kind: 'accepted',
    answer: { status: 200, body },
    upstreamId: '',
    code: DrawingCode.Submitted,
    report: { status: 'SUCCESS', progress: '100%', data: { description: asWritten(body.description) } },
  };
}

/** Of an operation that was done before, the upstream may say at once how it ended. */
function finishedBefore(body: JsonObject, code: number) {
  const properties = body.properties;
  if (code !== DrawingCode.AlreadyExists || !isJsonObject(properties) || properties.status !== 'SUCCESS') return null;
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
      if (!isWithoutAccount(description)) return { ...refusal, fault: 'badRequest', mayRetry: false };
      // A caller's own choice of accounts, or of a task whose account is gone, says nothing about the others.
      return { ...refusal, fault: 'refused', mayRetry: true, shouldDisableChannel: !isFollowUp && !isNarrowed };
    case DrawingCode.QueueFull:
      return { ...refusal, fault: 'busy', mayRetry: true };
    case DrawingCode.Saturated:
      return { ...refusal, fault: 'busy', mayRetry: true, answer: saturated() };
    case FAILED_INSIDE:
      return { ...refusal, fault: 'broken', mayRetry: true };
    default:
      return { ...refusal, fault: 'badRequest', mayRetry: false };
  }
}

/** No drawing proxy spoke: a wrong secret, a missing route, or whatever stands in front of it. */
function withoutCode({ status, text }: TaskAnswer): RefusedSubmit<SubmitResponse> {
  switch (status) {
    case 401:
      return gatewayError('DRAWING_UPSTREAM', { fault: 'refused', mayRetry: true, shouldDisableChannel: true, status });
    case 403:
    case 404:
      return gatewayError('DRAWING_UPSTREAM', { fault: 'refused', mayRetry: true, status });
    case 429:
      return {
        ...gatewayError('DRAWING_UPSTREAM', { fault: 'busy', mayRetry: true, status }),
        code: DrawingCode.Saturated,
        answer: saturated(),
      };
    case 502:
    case 503:
      return gatewayError('DRAWING_UPSTREAM', { fault: 'broken', mayRetry: true, status });
    default:
      return gatewayError(text.trim() === '' ? 'DRAWING_EMPTY' : 'DRAWING_UNREADABLE', {
        fault: 'broken',
        mayRetry: false,
        status,
      });
  }
}

/** Nothing came back. Only what certainly never arrived may be sent to somebody else. */
function unanswered({ isUnsent }: NoAnswer): RefusedSubmit<SubmitResponse> {
  return gatewayError('DRAWING_UPSTREAM', { fault: 'broken', mayRetry: isUnsent });
}

function gatewayError(
  name: ErrorCode,
  refusal: Pick<RefusedSubmit<unknown>, 'fault' | 'mayRetry' | 'shouldDisableChannel'> & { readonly status?: number },
): RefusedSubmit<SubmitResponse> {
  const { status, ...outcome } = refusal;
  const error = new AppError(name);
  return {
    kind: 'refused',
    ...outcome,
    code: DrawingCode.Unknown,
    reason: status === undefined ? error.message : `${error.message} (status ${status})`,
    answer: { status: error.status, body: errorBody(error.wireCode, DrawingCode.Unknown) },
  };
}

/** The caller need not know whose load it is. */
function saturated(): SubmitResponse {
  const error = new AppError('RELAY_SATURATED');
  return { status: error.status, body: errorBody(error.message, DrawingCode.Saturated) };
}

/** A refusal in the form that clients of drawing proxies know. */
export function errorBody(description: string, code: number): JsonObject {
  return {
    description,
    type: 'upstream_error',
    code,
  };
}
