import { alertKinds, type AlertKindName, type AlertMeasure, type AlertScopeBy, type AlertSeverity } from '@contracts';
import { type AlertRuleEntity } from './alert-rule.entity';

/** What is stored of a rule as JSON. */
export interface RuleSettings {
  readonly threshold: number;
  readonly measure: AlertMeasure | '';
  readonly windowMinutes: number;
  readonly minimum: number;
  readonly forMinutes: number;
  readonly remindMinutes: number;
  readonly scopeBy: AlertScopeBy;
  readonly scopeValues: readonly string[];
  readonly receiverIds: readonly number[];
  readonly quietFrom: string;
  readonly quietTo: string;
}

/** A rule that can be evaluated. */
export interface AlertRule extends RuleSettings {
  readonly id: number;
  readonly name: string;
  readonly kind: AlertKindName;
  readonly isEnabled: boolean;
  readonly severity: AlertSeverity;
  readonly createdAtMs: number;
}

const NO_SETTINGS: RuleSettings = {
  threshold: 0,
  measure: '',
  windowMinutes: 0,
  minimum: 0,
  forMinutes: 0,
  remindMinutes: 0,
  scopeBy: 'all',
  scopeValues: [],
  receiverIds: [],
  quietFrom: '',
  quietTo: '',
};

/** @returns null for a kind that this version does not know */
export function toRule(row: AlertRuleEntity): AlertRule | null {
  if (!Object.hasOwn(alertKinds, row.kind)) return null;
  const settings = JSON.parse(row.settings) as Partial<RuleSettings>; // written by this lib and its migration only
  return {
    ...NO_SETTINGS,
    ...settings,
    id: row.id,
    name: row.name,
    kind: row.kind as AlertKindName, // was just looked up
    isEnabled: row.isEnabled,
    severity: row.severity as AlertSeverity, // checked when it was saved
    createdAtMs: row.createdAtMs,
  };
}

/** The settings of a rule that tells a receiver no more; null where it did not tell it. */
export function withoutReceiver(settings: string, receiverId: number): string | null {
  const parsed = JSON.parse(settings) as Partial<RuleSettings>; // written by this lib and its migration only
  const receiverIds = parsed.receiverIds ?? [];
  if (!receiverIds.includes(receiverId)) return null;
  return JSON.stringify({ ...parsed, receiverIds: receiverIds.filter(id => id !== receiverId) });
}
