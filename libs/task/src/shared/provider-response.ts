import { isJsonObject, type JsonObject } from '@kernel';
import { type ChannelTarget, type UpstreamFailure, type ProviderAccount } from '@providers';
import { type SubmitOutcome } from '../engine/task-platform';
import { type TaskClientResponse } from '../transport/task-client';
import { accepted, refused, unreadable, type SubmissionResult, type SubmitFailureKind } from './submission-result';

/** MiniMax's number for a timeout; Zhipu's of the same number is about keys, which is judged before. */
const TIMEOUT_CODE = /\(1001\)$/;
const TIMEOUT_WORDS = /time[\s-]?d?[\s-]?out/i;
const TIMEOUT_STATUSES: ReadonlySet<number> = new Set([408, 504, 524]);

export interface ResponseContext {
  readonly account: ProviderAccount;
  /** Its key and host are kept out of what is told. */
  readonly channel: ChannelTarget;
  /** The id of the accepted work; empty when the answer names none. */
  readonly idIn: (body: JsonObject) => string;
}

/** What came of a submission to an account that also serves chats: refusals mean what they mean there. */
export function readProviderResponse(
  answer: TaskClientResponse,
  { account, channel, idIn }: ResponseContext,
): SubmitOutcome<SubmissionResult> {
  const { status, text, json } = answer;
  const body = isJsonObject(json) ? json : {};
  const hasError = account.errorIn(body) !== null;
  if (status >= 200 && status < 300) {
    const id = idIn(body);
    if (id !== '' && !hasError) return accepted(id, { body });
    // Neither a yes nor a no, or both at once: the work may run.
    if (id !== '' || !hasError) return unreadable(status);
  }
  const failure = account.readFailure({ status, headers: {}, body: text }, channel);
  return refused({
    failureKind: failureKindOf(failure, { status, hasError }),
    status: failure.status,
    code: failure.error.code ?? 'fail_to_fetch_task',
    message: failure.error.message,
  });
}

function failureKindOf(
  failure: UpstreamFailure,
  seen: { readonly status: number; readonly hasError: boolean },
): SubmitFailureKind {
  if (failure.shouldDisableChannel) return 'disable';
  switch (failure.kind) {
    case 'busy':
      return 'busy';
    case 'badRequest':
      return 'caller';
    case 'refused':
    case 'modelUnavailable':
      return 'denied';
    case 'broken':
      return isCertain(failure, seen) ? 'broken' : 'uncertain';
  }
}

/** Whether nothing was accepted: the provider itself says what failed, and it was not that somebody waited too long. */
function isCertain(
  { status, error }: UpstreamFailure,
  seen: { readonly status: number; readonly hasError: boolean },
): boolean {
  if (TIMEOUT_STATUSES.has(status) || TIMEOUT_WORDS.test(error.message) || TIMEOUT_CODE.test(error.message))
    return false;
  return seen.hasError || seen.status === 500 || seen.status === 503;
}
