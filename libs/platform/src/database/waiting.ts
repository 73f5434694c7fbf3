/** Most operations that share one commit; the rest goes into the next one. */
export const GROUP_MAX = 512;

/** An operation whose caller waits for its commit. */
export interface Waiting<Operation, Result> {
  readonly operation: Operation;
  readonly addedAt: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}
