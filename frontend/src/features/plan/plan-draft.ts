import {
  PLAN_NAME_MAX,
  PLAN_QUOTA_MAX,
  PLAN_TRIAL_DAYS_MAX,
  type PlanEdit,
  type PlanOverage,
  type PlanPeriod,
  type PlanView,
} from '@contracts';
import { type QuotaDisplay } from '../../shared/format/quota';

/** A plan, as typed. */
export interface PlanDraft {
  readonly name: string;
  readonly description: string;
  /** Money. */
  readonly price: string;
  /** Money. */
  readonly quota: string;
  readonly period: PlanPeriod;
  readonly models: readonly string[];
  readonly groups: readonly string[];
  readonly overage: PlanOverage;
  readonly trialDays: string;
  readonly isOnSale: boolean;
  readonly order: string;
}

/** The first fault of a draft; also the end of the i18n key of its message. */
export type PlanFault = 'name' | 'price' | 'quota' | 'trial';

export const newPlanDraft: PlanDraft = {
  name: '',
  description: '',
  price: '',
  quota: '',
  period: 'month',
  models: [],
  groups: [],
  overage: 'wallet',
  trialDays: '0',
  isOnSale: true,
  order: '0',
};

export function toPlanDraft(plan: PlanView, display: QuotaDisplay): PlanDraft {
  const { name, description, period, models, groups, overage } = plan;
  return {
    name,
    description,
    period,
    models,
    groups,
    overage,
    price: String(plan.price_quota / display.quota_per_unit),
    quota: String(plan.quota / display.quota_per_unit),
    trialDays: String(plan.trial_days),
    isOnSale: plan.is_on_sale,
    order: String(plan.sort_order),
  };
}

/** The units of an amount of money; null when it is none, or is beyond what can be booked. */
function unitsOf(amount: string, display: QuotaDisplay, least: number): number | null {
  const money = Number(amount);
  const units = Math.round(money * display.quota_per_unit);
  return amount.trim() !== '' && Number.isFinite(money) && units >= least && units <= PLAN_QUOTA_MAX ? units : null;
}

export function findPlanFault(draft: PlanDraft, display: QuotaDisplay): PlanFault | null {
  const length = draft.name.trim().length;
  if (length === 0 || length > PLAN_NAME_MAX) return 'name';
  if (unitsOf(draft.price, display, 0) === null) return 'price';
  if (unitsOf(draft.quota, display, 0) === null) return 'quota';
  const days = Number(draft.trialDays);
  return Number.isInteger(days) && days >= 0 && days <= PLAN_TRIAL_DAYS_MAX ? null : 'trial';
}

/** @param draft without faults */
export function toPlanEdit(draft: PlanDraft, display: QuotaDisplay): PlanEdit {
  const { description, period, models, groups, overage, isOnSale } = draft;
  return {
    name: draft.name.trim(),
    description: description.trim(),
    price_quota: unitsOf(draft.price, display, 0) ?? 0,
    period,
    quota: unitsOf(draft.quota, display, 0) ?? 0,
    models,
    groups,
    overage,
    trial_days: Number(draft.trialDays),
    is_on_sale: isOnSale,
    sort_order: Math.trunc(Number(draft.order)) || 0,
  };
}
