import { type UsageBuckets } from '@contracts';

/**
 * What a usage object says. `missing` and `nonsense` mean: count locally; `nonsense` also deserves a mark on the log
 * row. `isZero` is an explicit zero, which some self-hosted servers send instead of counting.
 */
export type UsageReading =
  | { readonly kind: 'reported'; readonly usage: UsageBuckets; readonly isZero: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'nonsense'; readonly reason: string };
