import { RedemptionStatus, type RedemptionStatusValue } from '@contracts';

/** The state after a click on the switch; null where the switch is locked, since a used code stays used. */
export function nextStatus(status: RedemptionStatusValue): RedemptionStatusValue | null {
  switch (status) {
    case RedemptionStatus.Unused:
      return RedemptionStatus.Disabled;
    case RedemptionStatus.Disabled:
      return RedemptionStatus.Unused;
    case RedemptionStatus.Used:
      return null;
  }
}

/** A disabled code must be enabled before it can be edited, so that a code out of use is not changed by accident. */
export function canEdit(status: RedemptionStatusValue): boolean {
  return status === RedemptionStatus.Unused;
}
