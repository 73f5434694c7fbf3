import { AppError } from '@kernel';
import { type UpstreamFailure } from '@providers';
import { toCallerError } from '../dialect/caller-error';
import { type UpstreamFault } from '../transport/upstream-fault';

/**
 * The caller's error for a fault below HTTP.
 *
 * @param hasAnswered whether bytes of the response had arrived
 */
export function upstreamError(fault: UpstreamFault | null, hasAnswered: boolean): AppError {
  switch (fault?.kind) {
    case 'timeout':
      return new AppError(hasAnswered ? 'UPSTREAM_CUT' : 'UPSTREAM_TIMEOUT', { cause: fault });
    case 'unreachable':
      return new AppError('UPSTREAM_UNREACHABLE', { cause: fault });
    case 'tooLarge':
    case 'undecodable':
      return new AppError('UPSTREAM_BROKEN', { cause: fault });
    default:
      return new AppError(hasAnswered ? 'UPSTREAM_CUT' : 'UPSTREAM_UNREACHABLE', { cause: fault });
  }
}

/**
 * The failure for a fault below HTTP. Nothing reached the caller, so another channel may be tried, except after a
 * timeout: the upstream may still be working on the request, and a second one would be paid for too.
 */
export function failureOfFault(fault: UpstreamFault, hasAnswered: boolean): UpstreamFailure {
  const { status, error } = toCallerError(upstreamError(fault, hasAnswered));
  return {
    kind: 'broken',
    status,
    error: { ...error, type: 'upstream_error' },
    shouldDisableChannel: false,
    isRetryable: fault.kind !== 'timeout' && fault.kind !== 'aborted',
    retryAfterSeconds: null,
  };
}
