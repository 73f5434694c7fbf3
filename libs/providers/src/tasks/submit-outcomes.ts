import { type AcceptedSubmit, type RefusedSubmit, type TaskReport } from '../contract/task';

/**
 * The meaning of a refusal. `disable`: the account cannot be used. `denied`: it lacks a right that others may have.
 * `busy`, `broken`: nothing was accepted, so another channel may be tried. `uncertain`: the work may have been
 * accepted. `caller`: every channel would refuse the request.
 */
export type SubmitErrorClass = 'disable' | 'denied' | 'busy' | 'broken' | 'uncertain' | 'caller';

interface SubmitError {
  readonly errorClass: SubmitErrorClass;
  /** HTTP status of the upstream's response. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

type SubmitEffect = Required<Pick<RefusedSubmit, 'failureKind' | 'mayRetry' | 'shouldDisableChannel'>>;

const MESSAGE_LENGTH_MAX = 500;
/**
 * Message for failures of an account, which concern only the operator; it tells callers that their key is not the
 * cause.
 */
const ACCOUNT_MESSAGE = 'the upstream account cannot do this work at the moment, please contact the administrator';

/** What each class of error means to the engine. */
const EFFECTS: Readonly<Record<SubmitErrorClass, SubmitEffect>> = {
  disable: { failureKind: 'refused', mayRetry: true, shouldDisableChannel: true },
  denied: { failureKind: 'refused', mayRetry: true, shouldDisableChannel: false },
  busy: { failureKind: 'busy', mayRetry: true, shouldDisableChannel: false },
  broken: { failureKind: 'broken', mayRetry: true, shouldDisableChannel: false },
  uncertain: { failureKind: 'broken', mayRetry: false, shouldDisableChannel: false },
  caller: { failureKind: 'badRequest', mayRetry: false, shouldDisableChannel: false },
};

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

export function refused({ errorClass, status, code, message }: SubmitError): RefusedSubmit {
  const reason = message.slice(0, MESSAGE_LENGTH_MAX) || `the upstream answered ${status}`;
  const isAccount = errorClass === 'disable' || errorClass === 'denied';
  const shown = isAccount ? ACCOUNT_MESSAGE : reason;
  return {
    kind: 'refused',
    reason: code === '' ? reason : `${code}: ${reason}`,
    ...EFFECTS[errorClass],
    answer: {
      status: shownStatus(errorClass, status),
      body: { code, message: shown, data: null },
      code,
      message: shown,
      dropped: [],
    },
  };
}

/** An accepting response without an id: the work may be running, so no other channel may be tried. */
export function unreadable(status: number): RefusedSubmit {
  return refused({
    errorClass: 'uncertain',
    status: Math.max(status, 500),
    code: 'fail_to_fetch_task',
    message: 'the answer of the task service cannot be read',
  });
}

/** Replaces 401 and 402, which would make callers think that their own key is bad. */
function shownStatus(errorClass: SubmitErrorClass, status: number): number {
  if (errorClass === 'busy') return 429;
  if (errorClass === 'caller') return status >= 400 && status < 500 && status !== 401 && status !== 402 ? status : 400;
  if (errorClass === 'disable' || errorClass === 'denied') return 502;
  return status >= 500 && status < 600 ? status : 502;
}
