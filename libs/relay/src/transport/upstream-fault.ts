/** How an exchange with an upstream failed below HTTP. */
export type FaultKind = 'unreachable' | 'timeout' | 'cut' | 'tooLarge' | 'undecodable' | 'aborted';

/** The upstream did not answer, stopped answering, or answered what cannot be read. Never carries its address. */
export class UpstreamFault extends Error {
  constructor(
    readonly kind: FaultKind,
    options?: { readonly cause?: unknown },
  ) {
    super(`upstream ${kind}`, options);
  }
}

/** Sorts what the HTTP client throws; by error code, never by its text. */
export function toFault(error: unknown, hasAnswered: boolean): UpstreamFault {
  if (error instanceof UpstreamFault) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new UpstreamFault('timeout', { cause: error });
  }
  return new UpstreamFault(hasAnswered ? 'cut' : 'unreachable', { cause: error });
}
