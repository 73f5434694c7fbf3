import { isJsonObject, type JsonObject } from '@kernel';
import { type SubmitOutcome, type TaskUpstreamResponse } from '../contract/task';
import { type ChannelTarget, type FailureKind, type UpstreamFailure } from '../contract/upstream';
import { type ProviderAccount } from '../shared/provider-account';
import { accepted, refused, unreadable, type SubmitErrorClass } from './submit-outcomes';

/** MiniMax's code for a timeout. Zhipu uses the same number for bad keys, which is handled before. */
const TIMEOUT_CODE = /\(1001\)$/;
const TIMEOUT_WORDS = /time[\s-]?d?[\s-]?out/i;
const TIMEOUT_STATUSES: ReadonlySet<number> = new Set([408, 504, 524]);

/** What the kind of a failure says of a submission. */
const ERROR_CLASSES: Readonly<Record<FailureKind, SubmitErrorClass>> = {
  refused: 'denied',
  modelUnavailable: 'denied',
  busy: 'busy',
  broken: 'broken',
  badRequest: 'caller',
};

interface AccountContext {
  readonly account: ProviderAccount;
  /** The channel, whose key and host are removed from messages. */
  readonly channel: ChannelTarget;
  /** The id of the accepted work; empty when the response has none. */
  readonly idIn: (body: JsonObject) => string;
}

/** The outcome of a submission to a provider that also serves chats. Refusals are classified as for chats. */
export function readAccountResponse(
  answer: TaskUpstreamResponse,
  { account, channel, idIn }: AccountContext,
): SubmitOutcome {
  const { status, text, json } = answer;
  const body = isJsonObject(json) ? json : {};
  const hasError = account.errorIn(body) !== null;
  if (status >= 200 && status < 300) {
    const id = idIn(body);
    if (id !== '' && !hasError) return accepted(id, { body });
    // The response has neither an id nor an error, or both, so the work may be running.
    if (id !== '' || !hasError) return unreadable(status);
  }
  const failure = account.readFailure({ status, headers: {}, body: text }, channel);
  return refused({
    errorClass: errorClassOf(failure, { status, hasError }),
    status: failure.status,
    code: failure.error.code ?? 'fail_to_fetch_task',
    message: failure.error.message,
  });
}

function errorClassOf(
  failure: UpstreamFailure,
  seen: { readonly status: number; readonly hasError: boolean },
): SubmitErrorClass {
  if (failure.shouldDisableChannel) return 'disable';
  if (failure.kind === 'broken' && !isCertain(failure, seen)) return 'uncertain';
  return ERROR_CLASSES[failure.kind];
}

/** Whether the work was certainly not accepted: the provider itself reports the failure, and it is not a timeout. */
function isCertain(
  { status, error }: UpstreamFailure,
  seen: { readonly status: number; readonly hasError: boolean },
): boolean {
  if (TIMEOUT_STATUSES.has(status) || TIMEOUT_WORDS.test(error.message) || TIMEOUT_CODE.test(error.message))
    return false;
  return seen.hasError || seen.status === 500 || seen.status === 503;
}
