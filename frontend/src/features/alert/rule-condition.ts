import { alertKinds, type AlertKindForm, type AlertRuleView, type AlertUnit } from '@contracts';
import { type TFunction } from 'i18next';
import { formatCurrency, type QuotaDisplay } from '../../shared/format/quota';

const MINUTES_PER_HOUR = 60;

/** A number of a rule with its unit. */
function saidThreshold(value: number, unit: AlertUnit, t: TFunction, display: QuotaDisplay): string {
  switch (unit) {
    case 'percent':
      return `${value}%`;
    case 'ms':
      return `${value} ms`;
    case 'units':
      return formatCurrency(value, display);
    case 'hours':
      return t('alert.hours', { count: value });
    case 'none':
    case 'money':
    case 'count':
      return String(value);
  }
}

/** Minutes, or hours where they are whole. */
function saidMinutes(minutes: number, t: TFunction): string {
  const isHours = minutes >= MINUTES_PER_HOUR && minutes % MINUTES_PER_HOUR === 0;
  return isHours
    ? t('alert.hours', { count: minutes / MINUTES_PER_HOUR })
    : t('alert.minutes_said', { count: minutes });
}

/** When a rule fires, in one line. */
export function saidCondition(rule: AlertRuleView, t: TFunction, display: QuotaDisplay): string {
  const form: AlertKindForm = alertKinds[rule.kind];
  const { scope_by: by, scope_values: values } = rule;
  const measure = rule.measure === '' ? [] : [t(`alert.measure_${rule.measure}`)];
  const threshold = saidThreshold(rule.threshold, form.unit, t, display);
  const scope = values.length === 0 ? t(`alert.each_${by}`) : `${t(`alert.scope_${by}`)} ${values.join(', ')}`;
  const parts = [
    ...measure,
    ...(form.unit === 'none' ? [] : [t('alert.threshold_is', { value: threshold })]),
    ...(form.window === null ? [] : [t('alert.window_is', { time: saidMinutes(rule.window_minutes, t) })]),
    ...(rule.for_minutes === 0 ? [] : [t('alert.for_is', { time: saidMinutes(rule.for_minutes, t) })]),
    ...(by === 'all' ? [] : [scope]),
    ...(rule.quiet_from === '' ? [] : [t('alert.quiet_is', { from: rule.quiet_from, to: rule.quiet_to })]),
  ];
  return parts.length === 0 ? t('alert.at_once') : parts.join(' · ');
}
