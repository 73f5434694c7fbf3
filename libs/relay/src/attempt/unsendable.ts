import { CallRefusal, losesForcedTool, refuseForcedTool, refuseStored, refuseThread, saysNothing } from '@formats';
import { type UpstreamCall, type UpstreamFailure, type UpstreamRequest } from '@providers';
import { AppError } from '@kernel';
import { toCallerError } from '../dialect/caller-error';
import { type AttemptResult } from '../answer/read-answer';
import { type RelayCall } from '../call/relay-call';

/** A request as it would be sent, with the fields that its adapter had to drop. */
export interface BuiltRequest {
  readonly upstreamCall: UpstreamCall;
  readonly request: UpstreamRequest;
}

/**
 * The reason why a request must not be sent although its adapter could build it: the answer would be to another request
 * than the caller's, and would be billed. Another channel may be able to carry everything.
 *
 * @returns null when it may be sent
 */
export function whyUnsendable(call: RelayCall, { upstreamCall, request }: BuiltRequest): UpstreamFailure | null {
  const { dropped } = upstreamCall;
  const isConverted = request.answer?.kind === 'chat';
  if (isConverted && call.endpoint === 'chat') {
    const refusal = convertedRefusal(call);
    if (refusal) return refusal;
    if (request.answer.hasNamedExtraFields !== true) for (const name of call.chat().extraFields) dropped.add(name);
  }
  if (dropped.isEmpty) return null;
  const mayLackTools = call.endpoint === 'chat' && dropped.list.some(name => name.startsWith('tool'));
  if (mayLackTools && losesForcedTool(call.chat(), dropped)) return failureOfRefusal(refuseForcedTool());
  if (!call.isStrict) return null;
  return failureOfRefusal(new AppError('RELAY_STRICT', { params: { fields: dropped.list.join(', ') } }));
}

/**
 * The refusal of a converted call that refers to something stored at a provider, or whose messages have no readable
 * content left.
 */
function convertedRefusal(call: RelayCall): UpstreamFailure | null {
  const stored = call.format === 'responses' ? refuseStored(call.parsed) : null;
  if (stored) return ownFailure('badRequest', 400, { type: 'invalid_request_error', ...stored });
  const thread = call.format === 'anthropic' ? refuseThread(call.parsed) : null;
  if (thread) return failureOfRefusal(thread);
  return saysNothing(call.chat())
    ? failureOfRefusal(new CallRefusal('the messages hold no content that can be read'))
    : null;
}

/**
 * The result for a call that this account cannot serve; the caller receives the refusal unless another account can
 * serve it.
 */
export function refusedCall(error: AppError, upstreamModel: string): AttemptResult {
  return { kind: 'failure', failure: failureOfRefusal(error), upstreamModel, isUnsent: true };
}

function failureOfRefusal(error: AppError): UpstreamFailure {
  const { status, error: shown } = toCallerError(error);
  const facts = error instanceof CallRefusal ? error.facts : {};
  return ownFailure('badRequest', status, { ...shown, ...facts });
}

/**
 * The result for a channel that cannot be used as it is configured: the next one may be tried, and the operator finds
 * the error in the log.
 */
export function gatewayFailure(error: AppError, upstreamModel: string): AttemptResult {
  const { status, error: shown } = toCallerError(error);
  return { kind: 'failure', failure: ownFailure('broken', status, shown), upstreamModel };
}

/** A failure that no provider reported: it says nothing about the account, and another channel may do better. */
function ownFailure(kind: UpstreamFailure['kind'], status: number, error: UpstreamFailure['error']): UpstreamFailure {
  return { kind, status, error, shouldDisableChannel: false, isRetryable: true, isOwn: true, retryAfterSeconds: null };
}
