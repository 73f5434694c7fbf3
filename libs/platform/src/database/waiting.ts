/** Most operations that share one commit; the rest goes into the next one. */
export const GROUP_MAX = 512;

/** An operation on its way into the database. */
export interface Waiting<Operation, Result> {
  readonly operation: Operation;
  readonly addedAt: number;
  /** False where nobody is kept waiting, so that the operation may share its commit with those that come soon. */
  readonly isAwaited: boolean;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}
