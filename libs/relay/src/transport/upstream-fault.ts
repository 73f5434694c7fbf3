/**
 * The kinds of failure of an exchange with an upstream below HTTP. `late` is a limit of the channel on how long an answer
 * may take to begin; `timeout` is every other limit.
 */
export type FaultKind = 'unreachable' | 'timeout' | 'late' | 'cut' | 'tooLarge' | 'undecodable' | 'aborted';

/**
 * The upstream did not respond, stopped responding, or sent a response that cannot be read. The error never holds its
 * address.
 */
export class UpstreamFault extends Error {
  constructor(
    readonly kind: FaultKind,
    options?: { readonly cause?: unknown },
  ) {
    super(`upstream ${kind}`, options);
  }
}

/** Classifies an error of the HTTP client, never by its text. Limits of time are an exchange's own faults already. */
export function toFault(error: unknown, hasAnswered: boolean): UpstreamFault {
  if (error instanceof UpstreamFault) return error;
  return new UpstreamFault(hasAnswered ? 'cut' : 'unreachable', { cause: error });
}
