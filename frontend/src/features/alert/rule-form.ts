import {
  ALERT_FOR_MINUTES_MAX,
  ALERT_NAME_MAX,
  ALERT_REMIND_MINUTES_MAX,
  alertKinds,
  type AlertKindForm,
  type AlertKindName,
  type AlertMeasure,
  type AlertNumberForm,
  type AlertRuleSave,
  type AlertRuleView,
  type AlertScopeBy,
  type AlertSeverity,
} from '@contracts';

/** A rule as typed; numbers are texts. */
export interface RuleDraft {
  readonly name: string;
  readonly kind: AlertKindName;
  readonly enabled: boolean;
  readonly severity: AlertSeverity;
  readonly threshold: string;
  readonly measure: AlertMeasure | '';
  readonly window: string;
  readonly minimum: string;
  readonly lasting: string;
  readonly remind: string;
  readonly scopeBy: AlertScopeBy;
  readonly scopeValues: readonly string[];
  readonly receiverIds: readonly number[];
  readonly quietFrom: string;
  readonly quietTo: string;
}

/** The field that is wrong; also the end of the key of its sentence. */
export type RuleFault = 'name' | 'threshold' | 'window' | 'minimum' | 'lasting' | 'remind' | 'scope' | 'quiet';

const REMIND_MINUTES = 1440;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

export function formOf(kind: AlertKindName): AlertKindForm {
  return alertKinds[kind];
}

/** A new rule of a kind, for the receivers that there are. */
export function newRuleDraft(kind: AlertKindName, receiverIds: readonly number[]): RuleDraft {
  return {
    name: '',
    enabled: true,
    remind: String(REMIND_MINUTES),
    receiverIds,
    quietFrom: '',
    quietTo: '',
    ...kindDefaults(kind),
  };
}

type KindFields =
  'kind' | 'severity' | 'threshold' | 'measure' | 'window' | 'minimum' | 'lasting' | 'scopeBy' | 'scopeValues';

/** The fields that begin anew when another kind is chosen. */
export function kindDefaults(kind: AlertKindName): Pick<RuleDraft, KindFields> {
  const { severity, threshold, measures, window, minimum, forMinutes } = formOf(kind);
  return {
    kind,
    severity,
    threshold: String(threshold.standard),
    measure: measures[0] ?? '',
    window: String(window?.standard ?? 0),
    minimum: String(minimum?.standard ?? 0),
    lasting: String(forMinutes),
    scopeBy: 'all',
    scopeValues: [],
  };
}

export function toRuleDraft(rule: AlertRuleView): RuleDraft {
  return {
    name: rule.name,
    kind: rule.kind,
    enabled: rule.enabled,
    severity: rule.severity,
    threshold: String(rule.threshold),
    measure: rule.measure,
    window: String(rule.window_minutes),
    minimum: String(rule.minimum),
    lasting: String(rule.for_minutes),
    remind: String(rule.remind_minutes),
    scopeBy: rule.scope_by,
    scopeValues: rule.scope_values,
    receiverIds: rule.receiver_ids,
    quietFrom: rule.quiet_from,
    quietTo: rule.quiet_to,
  };
}

function fits(text: string, { min, max }: Pick<AlertNumberForm, 'min' | 'max'>, isWhole = true): boolean {
  const value = Number(text);
  return text.trim() !== '' && value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

/** Whether the scope may stand for each of its channels or models. */
export function mayBeOpen({ kind, scopeBy }: Pick<RuleDraft, 'kind' | 'scopeBy'>): boolean {
  return scopeBy === 'all' || (formOf(kind).window !== null && (scopeBy === 'channel' || scopeBy === 'model'));
}

function isScopeGood(draft: RuleDraft): boolean {
  const { scopeBy, scopeValues } = draft;
  if (scopeValues.length === 0) return mayBeOpen(draft);
  return scopeBy === 'channel' || scopeBy === 'user' ? scopeValues.every(text => /^[1-9]\d{0,14}$/.test(text)) : true;
}

function isQuietGood({ quietFrom, quietTo }: RuleDraft): boolean {
  if (quietFrom === '' && quietTo === '') return true;
  return CLOCK.test(quietFrom) && CLOCK.test(quietTo) && quietFrom !== quietTo;
}

/** The first thing that is wrong; null when nothing is. */
export function findRuleFault(draft: RuleDraft): RuleFault | null {
  const { unit, threshold, window, minimum } = formOf(draft.kind);
  if (draft.name.trim().length > ALERT_NAME_MAX) return 'name';
  if (unit !== 'none' && !fits(draft.threshold, threshold, unit !== 'money')) return 'threshold';
  if (window && !fits(draft.window, window)) return 'window';
  if (minimum && !fits(draft.minimum, minimum)) return 'minimum';
  if (!fits(draft.lasting, { min: 0, max: ALERT_FOR_MINUTES_MAX })) return 'lasting';
  if (!fits(draft.remind, { min: 0, max: ALERT_REMIND_MINUTES_MAX })) return 'remind';
  if (!isScopeGood(draft)) return 'scope';
  return isQuietGood(draft) ? null : 'quiet';
}

/** @param draft without faults */
export function toRuleSave(draft: RuleDraft): AlertRuleSave {
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    enabled: draft.enabled,
    severity: draft.severity,
    threshold: Number(draft.threshold),
    measure: draft.measure,
    window_minutes: Number(draft.window),
    minimum: Number(draft.minimum),
    for_minutes: Number(draft.lasting),
    remind_minutes: Number(draft.remind),
    scope_by: draft.scopeBy,
    scope_values: draft.scopeBy === 'all' ? [] : draft.scopeValues,
    receiver_ids: draft.receiverIds,
    quiet_from: draft.quietFrom,
    quiet_to: draft.quietTo,
  };
}
