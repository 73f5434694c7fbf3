import {
  ALERT_FOR_MINUTES_MAX,
  ALERT_NAME_MAX,
  ALERT_REMIND_MINUTES_MAX,
  ALERT_SCOPE_VALUES_MAX,
  alertKinds,
  type AlertKindForm,
  type AlertMeasure,
  type AlertRuleSave,
  type AlertScopeBy,
} from '@contracts';
import { AppError } from '@kernel';
import { minuteIn } from '../delivery/quiet-hours';
import { type RuleSettings } from '../store/alert-rule';

/** @throws AppError ALERT_NAME_INVALID */
export function checkedName(text: string): string {
  const name = text.trim();
  if (name.length > ALERT_NAME_MAX || /\p{Cc}/u.test(name)) {
    throw new AppError('ALERT_NAME_INVALID', { params: { max: ALERT_NAME_MAX } });
  }
  return name;
}

/**
 * What is stored of a rule. Fields that its kind does not have are left out, so that a form may send them all.
 *
 * @throws AppError ALERT_NUMBER_INVALID, ALERT_SCOPE_INVALID, ALERT_QUIET_INVALID
 */
export function checkedSettings(rule: AlertRuleSave): RuleSettings {
  const form: AlertKindForm = alertKinds[rule.kind];
  const hasThreshold = form.unit !== 'none';
  return {
    threshold: hasThreshold ? checkedNumber('threshold', rule.threshold, form.threshold, form.unit !== 'money') : 0,
    measure: checkedMeasure(form.measures, rule.measure),
    windowMinutes: form.window ? checkedNumber('window_minutes', rule.window_minutes, form.window) : 0,
    minimum: form.minimum ? checkedNumber('minimum', rule.minimum, form.minimum) : 0,
    forMinutes: checkedNumber('for_minutes', rule.for_minutes, { min: 0, max: ALERT_FOR_MINUTES_MAX }),
    remindMinutes: checkedNumber('remind_minutes', rule.remind_minutes, { min: 0, max: ALERT_REMIND_MINUTES_MAX }),
    scopeBy: rule.scope_by,
    scopeValues: checkedScope(form, rule.scope_by, rule.scope_values),
    receiverIds: [...new Set(rule.receiver_ids)],
    ...checkedQuiet(rule),
  };
}

interface Limits {
  readonly min: number;
  readonly max: number;
}

function checkedNumber(field: string, value: number, { min, max }: Limits, isWhole = true): number {
  if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
  throw new AppError('ALERT_NUMBER_INVALID', { params: { field, min, max } });
}

function checkedMeasure(measures: readonly AlertMeasure[], measure: AlertMeasure | ''): AlertMeasure | '' {
  return measures.find(known => known === measure) ?? measures[0] ?? '';
}

/** Models and channels may be left open, which watches each of them; a spend must be told of whom. */
function checkedScope(form: AlertKindForm, by: AlertScopeBy, sent: readonly string[]): readonly string[] {
  const refusal = new AppError('ALERT_SCOPE_INVALID', { params: { max: ALERT_SCOPE_VALUES_MAX } });
  if (!form.scopes.includes(by)) throw refusal;
  if (by === 'all') return [];
  const values = [...new Set(sent.map(value => value.trim()).filter(value => value !== ''))];
  const isId = by === 'channel' || by === 'user';
  if (isId && values.some(value => !/^[1-9]\d{0,14}$/.test(value))) throw refusal;
  const mayBeOpen = form.window !== null && (by === 'channel' || by === 'model');
  if (values.length === 0 && !mayBeOpen) throw refusal;
  return values;
}

function checkedQuiet({ quiet_from: from, quiet_to: to }: AlertRuleSave): Pick<RuleSettings, 'quietFrom' | 'quietTo'> {
  if (from === '' && to === '') return { quietFrom: '', quietTo: '' };
  if (minuteIn(from) === null || minuteIn(to) === null || from === to) throw new AppError('ALERT_QUIET_INVALID');
  return { quietFrom: from, quietTo: to };
}
