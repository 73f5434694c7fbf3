import { CALL_LIMIT_MAX, callLimitFields, type CallLimitFields, type NamedCallLimits } from '@contracts';
import { AppError } from '@kernel';

/** The columns of the limits of a key or a user; 0 is no limit. */
export interface CallLimitColumns {
  readonly rpmLimit: number;
  readonly tpmLimit: number;
  readonly maxConcurrency: number;
  readonly rpdLimit: number;
}

const columns = {
  rpm_limit: 'rpmLimit',
  tpm_limit: 'tpmLimit',
  max_concurrency: 'maxConcurrency',
  rpd_limit: 'rpdLimit',
} as const;

/**
 * The columns of the limits that a request names.
 *
 * @throws AppError CALL_LIMIT_INVALID unless each is a whole number from 0 to 1,000,000,000
 */
export function checkedCallLimits(request: Partial<CallLimitFields>): Partial<CallLimitColumns> {
  const named = callLimitFields.filter(field => request[field] !== undefined);
  return Object.fromEntries(named.map(field => [columns[field], checked(field, request[field])]));
}

/** The limits of a row as they are sent. */
export function toCallLimitFields(row: CallLimitColumns): CallLimitFields {
  return {
    rpm_limit: row.rpmLimit,
    tpm_limit: row.tpmLimit,
    max_concurrency: row.maxConcurrency,
    rpd_limit: row.rpdLimit,
  };
}

/** The limits of a row that are on; null when there are none. */
export function limitsOf({ rpmLimit, tpmLimit, maxConcurrency, rpdLimit }: CallLimitColumns): NamedCallLimits | null {
  if (rpmLimit + tpmLimit + maxConcurrency + rpdLimit === 0) return null;
  return { rpm: rpmLimit, tpm: tpmLimit, concurrency: maxConcurrency, rpd: rpdLimit };
}

/** The columns of a row without limits. */
export const noCallLimits: CallLimitColumns = { rpmLimit: 0, tpmLimit: 0, maxConcurrency: 0, rpdLimit: 0 };

function checked(field: string, value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= CALL_LIMIT_MAX) return Number(value);
  throw new AppError('CALL_LIMIT_INVALID', { params: { field, max: CALL_LIMIT_MAX } });
}
