import { type AcceptedSubmit, type RefusedSubmit, type TaskReport } from '../engine/task-platform';
import { type TaskResponse } from '../http/task-router';
import { type NoResponse } from '../transport/task-client';

/** What a caller is told of a submission: in the provider's own form, and in words for every other form. */
export interface SubmissionResult {
  readonly status: number;
  readonly body: unknown;
  /** Of a refusal: a word for machines and a sentence. */
  readonly code: string;
  readonly message: string;
  /** Fields that the upstream has no place for. */
  readonly dropped: readonly string[];
}

/**
 * What a refusal means: `disable` proves that the account is bad; `denied` that it lacks a right which others may have;
 * `busy` and `broken` that nothing was accepted, so that another channel may be asked; `uncertain` that it may have
 * been; `caller` that nobody would accept it.
 */
export type SubmitFailureKind = 'disable' | 'denied' | 'busy' | 'broken' | 'uncertain' | 'caller';

export interface SubmitFailure {
  readonly failureKind: SubmitFailureKind;
  /** Of the upstream's answer. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const MESSAGE_LENGTH_MAX = 500;
/** What is wrong with an account is the operator's matter; callers learn that it is not theirs. */
const ACCOUNT_MESSAGE = 'the upstream account cannot do this work at the moment, please contact the administrator';

const FAULTS = {
  disable: 'refused',
  denied: 'refused',
  busy: 'busy',
  broken: 'broken',
  uncertain: 'broken',
  caller: 'badRequest',
} as const satisfies Record<SubmitFailureKind, RefusedSubmit<SubmissionResult>['fault']>;

export function accepted(
  upstreamId: string,
  answer: { readonly status?: number; readonly body: unknown; readonly dropped?: readonly string[] },
  report: TaskReport = { status: 'SUBMITTED', progress: '0%' },
): AcceptedSubmit<SubmissionResult> {
  return {
    kind: 'accepted',
    upstreamId,
    report,
    answer: { status: answer.status ?? 200, body: answer.body, code: '', message: '', dropped: answer.dropped ?? [] },
  };
}

export function refused({ failureKind, status, code, message }: SubmitFailure): RefusedSubmit<SubmissionResult> {
  const reason = message.slice(0, MESSAGE_LENGTH_MAX) || `the upstream answered ${status}`;
  const isAccount = failureKind === 'disable' || failureKind === 'denied';
  const told = isAccount ? ACCOUNT_MESSAGE : reason;
  return {
    kind: 'refused',
    reason: code === '' ? reason : `${code}: ${reason}`,
    mayRetry: failureKind !== 'caller' && failureKind !== 'uncertain',
    shouldDisableChannel: failureKind === 'disable',
    fault: FAULTS[failureKind],
    answer: {
      status: shownStatus(failureKind, status),
      body: { code, message: told, data: null },
      code,
      message: told,
      dropped: [],
    },
  };
}

/** Nothing came back. Only what certainly never arrived may be sent again. */
export function unanswered({ isUnsent, fault }: NoResponse): RefusedSubmit<SubmissionResult> {
  const message =
    fault === 'timeout' ? 'the task service did not answer in time' : 'the task service cannot be reached';
  return refused({ failureKind: isUnsent ? 'broken' : 'uncertain', status: 500, code: 'do_request_failed', message });
}

/** An answer that says yes without saying to what: the work may run, so nobody else may be asked for it. */
export function unreadable(status: number): RefusedSubmit<SubmissionResult> {
  return refused({
    failureKind: 'uncertain',
    status: Math.max(status, 500),
    code: 'fail_to_fetch_task',
    message: 'the answer of the task service cannot be read',
  });
}

/** A 401 or 402 would tell the caller that its own key is bad. */
function shownStatus(failureKind: SubmitFailureKind, status: number): number {
  if (failureKind === 'busy') return 429;
  if (failureKind === 'caller') return status >= 400 && status < 500 && status !== 401 && status !== 402 ? status : 400;
  if (failureKind === 'disable' || failureKind === 'denied') return 502;
  return status >= 500 && status < 600 ? status : 502;
}

/** As the provider's own route answers it. */
export function replyOf({ status, body, dropped }: SubmissionResult): TaskResponse {
  return {
    status,
    body,
    headers: droppedHeader(dropped),
  };
}

/** Names of fields that were left out; characters that no header may hold are left out of them. */
export function droppedHeader(names: readonly string[]): Readonly<Record<string, string>> {
  return names.length === 0 ? {} : { 'x-sluice-dropped': names.map(name => name.replace(/[^\w.[\]-]/g, '')).join(',') };
}
