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

/** Classifies an error of the HTTP client by its code, never by its text. */
export function toFault(error: unknown, hasAnswered: boolean): UpstreamFault {
  if (error instanceof UpstreamFault) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new UpstreamFault('timeout', { cause: error });
  }
  return new UpstreamFault(hasAnswered ? 'cut' : 'unreachable', { cause: error });
}
