import { RedemptionStatus, type RedemptionStatusValue } from '@contracts';

/** The state a press of the switch leads to; null where the switch is locked, since a used code stays used. */
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

/** A disabled code must be enabled first, so that nobody changes one that is meant to rest. */
export function canEdit(status: RedemptionStatusValue): boolean {
  return status === RedemptionStatus.Unused;
}
