/**
 * Whether the first account can still be entered with its well-known password. Provided by auth, told to the console by
 * the status route, which stands on a lower floor.
 */
export abstract class DefaultPasswordWarning {
  /** Cheap to ask: the answer is kept until the account changes. */
  abstract isActive(): Promise<boolean>;
}
