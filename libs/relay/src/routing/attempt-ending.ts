import { type KeyFailure } from '@channel';

/** How an attempt ended; `result` is for whoever asked for the attempts. */
export type AttemptEnding<Result> =
  | { readonly kind: 'served'; readonly result: Result }
  /** The caller left, or the attempt says nothing about the channel: no key is blamed, and no other one is tried. */
  | { readonly kind: 'unblamed'; readonly result: Result }
  | FailedAttempt<Result>;

export interface FailedAttempt<Result> {
  readonly kind: 'failed';
  readonly result: Result;
  readonly failure: KeyFailure;
  /** Whether another attempt may succeed, and does no harm. */
  readonly mayRetry: boolean;
  /**
   * Whether no request was sent because the channel cannot serve such a call at all. It does not count as an attempt,
   * and the channel is not chosen again.
   */
  readonly isUnsent?: boolean | undefined;
}
