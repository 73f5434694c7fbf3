import { type UsageBuckets } from '@contracts';

/**
 * The result of reading a usage object. `missing` and `nonsense` mean that the gateway counts itself; `nonsense` is
 * also marked on the log row. `isZero` is an explicit zero, which some self-hosted servers send instead of counting.
 */
export type UsageReading =
  | { readonly kind: 'reported'; readonly usage: UsageBuckets; readonly isZero: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'nonsense'; readonly reason: string };
