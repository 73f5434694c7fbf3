/** How many calls and tokens a key or a user may use; 0 is no limit. */
export interface CallLimitFields {
  /** Requests in any 60 seconds. */
  readonly rpm_limit: number;
  /** Tokens of prompts and answers in any 60 seconds. */
  readonly tpm_limit: number;
  /** Calls that run at the same time. */
  readonly max_concurrency: number;
  /** Requests in any 24 hours. */
  readonly rpd_limit: number;
}

export const callLimitFields = ['rpm_limit', 'tpm_limit', 'max_concurrency', 'rpd_limit'] as const;
export type CallLimitField = (typeof callLimitFields)[number];

/** The largest limit that can be set. */
export const CALL_LIMIT_MAX = 1_000_000_000;

/** Limits of a group or of a model, as the options hold them; what is absent or 0 is no limit. */
export interface NamedCallLimits {
  readonly rpm?: number;
  readonly tpm?: number;
  readonly concurrency?: number;
  readonly rpd?: number;
}

export const namedCallLimits = ['rpm', 'tpm', 'concurrency', 'rpd'] as const;
