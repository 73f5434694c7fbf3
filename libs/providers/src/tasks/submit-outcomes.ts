import { type AcceptedSubmit, type RefusedSubmit, type TaskReport } from '../contract/task';

/**
 * The meaning of a refusal. `disable`: the account cannot be used. `denied`: it lacks a right that others may have.
 * `busy`, `broken`: nothing was accepted, so another channel may be tried. `uncertain`: the work may have been
 * accepted. `caller`: every channel would refuse the request.
 */
export type SubmitFailureKind = 'disable' | 'denied' | 'busy' | 'broken' | 'uncertain' | 'caller';

export interface SubmitFailure {
  readonly failureKind: SubmitFailureKind;
  /** HTTP status of the upstream's response. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const MESSAGE_LENGTH_MAX = 500;
/**
 * Message for failures of an account, which concern only the operator; it tells callers that their key is not the
 * cause.
 */
const ACCOUNT_MESSAGE = 'the upstream account cannot do this work at the moment, please contact the administrator';

const FAULTS = {
  disable: 'refused',
  denied: 'refused',
  busy: 'busy',
  broken: 'broken',
  uncertain: 'broken',
  caller: 'badRequest',
} as const satisfies Record<SubmitFailureKind, RefusedSubmit['fault']>;

export function accepted(
  upstreamId: string,
  answer: { readonly status?: number; readonly body: unknown },
  report: TaskReport = { status: 'SUBMITTED', progress: '0%' },
): AcceptedSubmit {
  return {
    kind: 'accepted',
    upstreamId,
    report,
    answer: { status: answer.status ?? 200, body: answer.body, code: '', message: '', dropped: [] },
  };
}

export function refused({ failureKind, status, code, message }: SubmitFailure): RefusedSubmit {
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

/** An accepting response without an id: the work may be running, so no other channel may be tried. */
export function unreadable(status: number): RefusedSubmit {
  return refused({
    failureKind: 'uncertain',
    status: Math.max(status, 500),
    code: 'fail_to_fetch_task',
    message: 'the answer of the task service cannot be read',
  });
}

/** Replaces 401 and 402, which would make callers think that their own key is bad. */
function shownStatus(failureKind: SubmitFailureKind, status: number): number {
  if (failureKind === 'busy') return 429;
  if (failureKind === 'caller') return status >= 400 && status < 500 && status !== 401 && status !== 402 ? status : 400;
  if (failureKind === 'disable' || failureKind === 'denied') return 502;
  return status >= 500 && status < 600 ? status : 502;
}
