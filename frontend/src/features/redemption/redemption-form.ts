import {
  PLAN_GIFT_PERIODS_MAX,
  REDEMPTION_COUNT_DEFAULT,
  REDEMPTION_COUNT_MAX,
  REDEMPTION_NAME_MAX,
  REDEMPTION_QUOTA_DEFAULT,
  type RedemptionCreate,
  type RedemptionView,
} from '@contracts';
import { isWhole } from '../../shared/form/whole-number';

/** The form of codes, as typed. */
export interface RedemptionDraft {
  readonly name: string;
  /** Whole quota units. */
  readonly quota: string;
  /** The number of codes to create; it is used only for new codes. */
  readonly count: string;
  /** The plan that new codes give; 0 for codes that are worth quota. */
  readonly planId: number;
  readonly periods: string;
}

/** The first fault of a draft; also the end of the i18n key of its message. */
export type RedemptionFault = 'name' | 'quota' | 'count' | 'periods';

export const newRedemptionDraft: RedemptionDraft = {
  name: '',
  quota: String(REDEMPTION_QUOTA_DEFAULT),
  count: String(REDEMPTION_COUNT_DEFAULT),
  planId: 0,
  periods: '1',
};

export function toRedemptionDraft({ name, quota, plan_id: planId = 0 }: RedemptionView): RedemptionDraft {
  return {
    ...newRedemptionDraft,
    name,
    quota: String(quota),
    planId,
  };
}

export function findRedemptionFault({ name, quota, count, planId, periods }: RedemptionDraft): RedemptionFault | null {
  const length = Array.from(name.trim()).length; // the length is counted as on the server
  if (length < 1 || length > REDEMPTION_NAME_MAX) return 'name';
  if (planId === 0 && !isWhole(quota, 1, Number.MAX_SAFE_INTEGER)) return 'quota';
  if (planId > 0 && !isWhole(periods, 1, PLAN_GIFT_PERIODS_MAX)) return 'periods';
  return isWhole(count, 1, REDEMPTION_COUNT_MAX) ? null : 'count';
}

/**
 * The request that creates the codes.
 *
 * @param draft without faults
 */
export function toRedemptionCreate({ name, quota, count, planId, periods }: RedemptionDraft): RedemptionCreate {
  return {
    name: name.trim(),
    quota: planId > 0 ? 0 : Number(quota),
    count: Number(count),
    ...(planId > 0 && { plan_id: planId, plan_periods: Number(periods) }),
  };
}

/** Characters that file systems refuse. */
const UNSAFE_IN_FILE_NAMES = /[\\/:*?"<>|\p{Cc}]/gu;

/** The name of a text file for codes with this name. */
export function codeFileName(name: string): string {
  return `${name.replaceAll(UNSAFE_IN_FILE_NAMES, '_')}.txt`;
}

/** The contents of the text file, with one code per line. */
export function codeFileText(keys: readonly string[]): string {
  return keys.map(key => `${key}\n`).join('');
}
