import { AppError, type ErrorCode } from '@kernel';
import { type UpstreamFailure } from '@providers';
import { toCallerError } from '../dialect/caller-error';
import { type FaultKind, type UpstreamFault } from '../transport/upstream-fault';

/** What a fault means for the call. */
interface FaultRule {
  /** The caller's error, when no byte of the response had arrived. */
  readonly before: ErrorCode;
  /** The caller's error, when bytes of the response had arrived. */
  readonly after: ErrorCode;
  /**
   * Whether another channel may be tried. Not after a timeout of the whole server: the upstream may still be working on the request, and a
   * second one would be paid for too.
   */
  readonly isRetryable: boolean;
}

const FAULT_RULES: Readonly<Record<FaultKind, FaultRule>> = {
  unreachable: { before: 'UPSTREAM_UNREACHABLE', after: 'UPSTREAM_UNREACHABLE', isRetryable: true },
  timeout: { before: 'UPSTREAM_TIMEOUT', after: 'UPSTREAM_CUT', isRetryable: false },
  // The operator set this limit on the channel in order to have another one asked.
  late: { before: 'UPSTREAM_TIMEOUT', after: 'UPSTREAM_TIMEOUT', isRetryable: true },
  cut: { before: 'UPSTREAM_UNREACHABLE', after: 'UPSTREAM_CUT', isRetryable: true },
  tooLarge: { before: 'UPSTREAM_BROKEN', after: 'UPSTREAM_BROKEN', isRetryable: true },
  undecodable: { before: 'UPSTREAM_BROKEN', after: 'UPSTREAM_BROKEN', isRetryable: true },
  aborted: { before: 'UPSTREAM_UNREACHABLE', after: 'UPSTREAM_CUT', isRetryable: false },
};

/**
 * The caller's error for a fault below HTTP; null stands for a response that broke off.
 *
 * @param hasAnswered whether bytes of the response had arrived
 */
export function upstreamError(fault: UpstreamFault | null, hasAnswered: boolean): AppError {
  const { before, after } = FAULT_RULES[fault?.kind ?? 'cut'];
  return new AppError(hasAnswered ? after : before, { cause: fault });
}

/** The failure for a fault below HTTP, all of which are kind `broken`. Nothing reached the caller. */
export function failureOfFault(fault: UpstreamFault, hasAnswered: boolean): UpstreamFailure {
  const { status, error } = toCallerError(upstreamError(fault, hasAnswered));
  return {
    kind: 'broken',
    status,
    error: { ...error, type: 'upstream_error' },
    shouldDisableChannel: false,
    isRetryable: FAULT_RULES[fault.kind].isRetryable,
    isOwn: true,
    retryAfterSeconds: null,
  };
}
