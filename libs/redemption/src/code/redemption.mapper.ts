import { type RedemptionStatusValue, type RedemptionView } from '@contracts';
import { toSeconds } from '@kernel';
import { type RedemptionRow } from './redemption.store';

/** The names of plans that codes give. */
export type PlanNames = ReadonlyMap<number, string>;

/** A code as administrators see it, with the whole key. */
export function toRedemptionView(row: RedemptionRow, key: string, plans: PlanNames): RedemptionView {
  return {
    id: row.id,
    user_id: row.userId,
    key,
    status: row.status as RedemptionStatusValue, // written from that table only
    name: row.name,
    quota: row.quota,
    created_time: toSeconds(row.createdAtMs),
    redeemed_time: toSeconds(row.redeemedAtMs),
    used_user_id: row.usedUserId,
    ...(row.planId > 0 && {
      plan_id: row.planId,
      plan_name: plans.get(row.planId) ?? '',
      plan_periods: row.planPeriods,
    }),
  };
}
