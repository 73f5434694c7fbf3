import { type ModelRule } from '@contracts';
import { type TFunction } from 'i18next';
import { formatNumber } from '../../../shared/format/quota';

/** A rule in a few words, such as "tiers: 1 · hours: 2 · groups: vip". */
export function ruleText(rule: ModelRule | null | undefined, t: TFunction): string {
  if (!rule) return t('price_rules.none');
  const { tiers = [], windows = [], groups = {} } = rule;
  const names = Object.keys(groups);
  return [
    tiers.length > 0 && t('price_rules.some_tiers', { number: formatNumber(tiers.length) }),
    windows.length > 0 && t('price_rules.some_hours', { number: formatNumber(windows.length) }),
    names.length > 0 && t('price_rules.some_groups', { names: names.join(', ') }),
  ]
    .filter(part => part !== false)
    .join(' · ');
}
