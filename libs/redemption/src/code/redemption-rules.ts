import { REDEMPTION_COUNT_MAX, REDEMPTION_NAME_MAX, RedemptionStatus, type RedemptionStatusValue } from '@contracts';
import { AppError } from '@kernel';

/** @throws AppError REDEMPTION_NAME_LENGTH unless 1 to 20 characters remain after trimming; COMMON_INVALID_INPUT */
export function checkedName(text: string): string {
  const name = text.trim();
  const length = Array.from(name).length;
  if (length < 1 || length > REDEMPTION_NAME_MAX) throw new AppError('REDEMPTION_NAME_LENGTH');
  if (/\p{Cc}/u.test(name)) {
    throw new AppError('COMMON_INVALID_INPUT', { params: { detail: 'name must not contain control characters' } });
  }
  return name;
}

/** @throws AppError REDEMPTION_QUOTA_INVALID unless it is a whole number of units from 1, within 2^53 */
export function checkedQuota(units: number): number {
  if (!Number.isSafeInteger(units) || units < 1) throw new AppError('REDEMPTION_QUOTA_INVALID');
  return units;
}

/** @throws AppError REDEMPTION_COUNT_MIN, REDEMPTION_COUNT_MAX; COMMON_INVALID_PARAMETER for what is no whole number */
export function checkedCount(count: number): number {
  if (!Number.isSafeInteger(count)) throw new AppError('COMMON_INVALID_PARAMETER');
  if (count < 1) throw new AppError('REDEMPTION_COUNT_MIN');
  if (count > REDEMPTION_COUNT_MAX) throw new AppError('REDEMPTION_COUNT_MAX');
  return count;
}

/** Only an unused code may be edited. @throws AppError REDEMPTION_USED, REDEMPTION_DISABLED */
export function checkEditable(status: number): void {
  if (status === RedemptionStatus.Used) throw new AppError('REDEMPTION_USED');
  if (status !== RedemptionStatus.Unused) throw new AppError('REDEMPTION_DISABLED');
}

/**
 * Checks a change of the status. Unused and disabled change into each other; a used code stays used, and only redeeming
 * makes one.
 *
 * @throws AppError REDEMPTION_STATUS_INVALID, REDEMPTION_USED
 */
export function checkStatusChange(stored: number, wanted: RedemptionStatusValue): void {
  if (wanted !== RedemptionStatus.Unused && wanted !== RedemptionStatus.Disabled) {
    throw new AppError('REDEMPTION_STATUS_INVALID');
  }
  if (stored === RedemptionStatus.Used) throw new AppError('REDEMPTION_USED');
}
