import { GROUP_LABEL_MAX, GROUP_NAME_MAX, MODEL_NAME_MAX, RATIO_MAX } from './limits';
import { splitList } from './list';
import { CHAIN_LENGTH_MAX, type ModelChainTable } from './model-chains';
import { refuseOption, type OptionRefusal } from './option-refusals';
import { type OptionKey, type OptionValues } from './options';
import { BONUS_PERCENT_MAX, TOPUP_PRESETS_MAX, TOPUP_UNITS_MAX } from './payment';
import { zonesOf, type PriceRuleTable } from './price-rules';
import { priceTableKeys } from './price-keys';
import { retentionRules } from './storage';
import { isRoutingStrategy, routingStrategies } from './routing-strategy';
import { wrongStatusEntry } from './status-codes';

/** Number of characters of a too long name that the refusal repeats. */
const NAME_SHOWN = 40;

type Limit = (value: OptionValues[OptionKey]) => OptionRefusal | null;

/**
 * Refuses a table whose names or numbers no other table or calculation could take; null when there is nothing to
 * refuse. The rule holds for what is saved from now on: a table that is already stored stays in force as it is, because
 * falling back to the shipped prices would change every other price in it.
 */
export function refuseBeyondLimits(key: OptionKey, value: OptionValues[OptionKey]): OptionRefusal | null {
  return limits[key]?.(value) ?? null;
}

function ratiosOf(key: OptionKey, nameMax: number): Limit {
  return value => {
    const tooLong = refuseLongName(key, Object.keys(value), nameMax);
    if (tooLong) return tooLong;
    const large = Object.entries(value).find(([, ratio]) => Number(ratio) > RATIO_MAX);
    return large ? refuseOption('OPTION_RATIO_TOO_LARGE', { key, name: large[0], max: RATIO_MAX }) : null;
  };
}

function fewestDays(key: OptionKey, least: number): Limit {
  return value => (value === 0 || Number(value) >= least ? null : refuseOption('OPTION_DAYS_TOO_FEW', { key, least }));
}

const limits: { readonly [Key in OptionKey]?: Limit } = {
  ...Object.fromEntries(
    Object.values(retentionRules).map(({ option, leastDays }) => [option, fewestDays(option, leastDays)]),
  ),
  ...Object.fromEntries(priceTableKeys.map(key => [key, ratiosOf(key, MODEL_NAME_MAX)])),
  GroupRatio: ratiosOf('GroupRatio', GROUP_NAME_MAX),
  TopupGroupRatio: ratiosOf('TopupGroupRatio', GROUP_NAME_MAX),
  TopupPresets: value => refusePresets(String(value)),
  TopupBonusSteps: value => refuseBonus(value as OptionValues['TopupBonusSteps']),
  GroupDisplayNames: value =>
    refuseLongName('GroupDisplayNames', Object.keys(value), GROUP_NAME_MAX) ??
    refuseLongName('GroupDisplayNames', Object.values(value).map(String), GROUP_LABEL_MAX),
  GroupRateLimits: value => refuseLongName('GroupRateLimits', Object.keys(value), GROUP_NAME_MAX),
  ModelRateLimits: value => refuseLongName('ModelRateLimits', Object.keys(value), MODEL_NAME_MAX),
  GroupRoutingStrategies: refuseStrategies,
  RetryStatusCodes: value => refuseStatuses(String(value)),
  ModelAliases: value => refuseAliases(value as OptionValues['ModelAliases']),
  ModelChains: value => refuseChains(value as ModelChainTable),
  PriceRules: value => refuseRules(value as PriceRuleTable),
  BackupTimeZone: value =>
    isTimeZone(String(value)) ? null : refuseOption('OPTION_TIME_ZONE', { key: 'BackupTimeZone' }),
  BackupFolder: value =>
    /^\s*$|^\/|^[A-Za-z]:[\\/]/.test(String(value)) ? null : refuseOption('OPTION_WHOLE_PATH', { key: 'BackupFolder' }),
  HiddenGroups: value => refuseLongName('HiddenGroups', Object.values(value).map(String), GROUP_NAME_MAX),
};

function refusePresets(text: string): OptionRefusal | null {
  const key = 'TopupPresets';
  const isFine = splitList(text).length <= TOPUP_PRESETS_MAX && splitList(text).every(isWholeAmount);
  return isFine ? null : refuseOption('OPTION_PRESETS', { key, most: TOPUP_PRESETS_MAX });
}

function refuseBonus(steps: OptionValues['TopupBonusSteps']): OptionRefusal | null {
  const key = 'TopupBonusSteps';
  const wrong = Object.entries(steps).find(
    ([from, percent]) => !isWholeAmount(from) || percent < 0 || percent > BONUS_PERCENT_MAX,
  );
  return wrong ? refuseOption('OPTION_BONUS', { key, name: shortened(wrong[0]), max: BONUS_PERCENT_MAX }) : null;
}

function isWholeAmount(text: string): boolean {
  return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= TOPUP_UNITS_MAX;
}

/** Empty stands for the time zone of the server. */
function isTimeZone(name: string): boolean {
  try {
    if (name !== '') new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

function refuseStrategies(value: OptionValues[OptionKey]): OptionRefusal | null {
  const key = 'GroupRoutingStrategies';
  const wrong = Object.entries(value).find(([, strategy]) => !isRoutingStrategy(String(strategy)));
  if (wrong)
    return refuseOption('OPTION_STRATEGY_UNKNOWN', { key, name: wrong[0], known: routingStrategies.join(', ') });
  return refuseLongName(key, Object.keys(value), GROUP_NAME_MAX);
}

function refuseStatuses(text: string): OptionRefusal | null {
  const entry = wrongStatusEntry(text);
  return entry === null
    ? null
    : refuseOption('OPTION_STATUS_CODES', { key: 'RetryStatusCodes', entry: shortened(entry) });
}

/** An alias names a model, never another alias, so that a name is looked up once. */
function refuseAliases(aliases: OptionValues['ModelAliases']): OptionRefusal | null {
  const key = 'ModelAliases';
  const wrong = Object.entries(aliases).find(([, model]) => model === '' || Object.hasOwn(aliases, model));
  if (wrong) return refuseOption('OPTION_ALIAS_CIRCLE', { key, name: shortened(wrong[0]), model: shortened(wrong[1]) });
  return refuseLongName(key, Object.entries(aliases).flat(), MODEL_NAME_MAX);
}

function refuseChains(table: ModelChainTable): OptionRefusal | null {
  const key = 'ModelChains';
  const chains = Object.values(table).flatMap(ofGroup => Object.entries(ofGroup));
  const wrong = chains.find(([model, chain]) => !isUsableChain(model, chain));
  if (wrong) return refuseOption('OPTION_CHAIN_LENGTH', { key, name: shortened(wrong[0]), max: CHAIN_LENGTH_MAX });
  return refuseLongName(key, Object.keys(table), GROUP_NAME_MAX) ?? refuseLongName(key, chains.flat(2), MODEL_NAME_MAX);
}

function isUsableChain(model: string, chain: readonly string[]): boolean {
  const names = new Set([model, ...chain]);
  const isOnce = names.size === chain.length + 1 && !names.has('');
  return isOnce && chain.length >= 1 && chain.length <= CHAIN_LENGTH_MAX;
}

function refuseRules(table: PriceRuleTable): OptionRefusal | null {
  const key = 'PriceRules';
  for (const [model, rule] of Object.entries(table)) {
    const wrong = zonesOf(rule).find(([, zone]) => !isTimeZone(zone));
    if (wrong) return refuseOption('OPTION_PRICE_RULE', { key, at: `${shortened(model)}.${wrong[0]}` });
  }
  return refuseLongName(key, Object.keys(table), MODEL_NAME_MAX);
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length > NAME_SHOWN ? `${characters.slice(0, NAME_SHOWN).join('')}…` : name;
}

function refuseLongName(key: OptionKey, names: readonly string[], max: number): OptionRefusal | null {
  const long = names.find(name => Array.from(name).length > max);
  if (long === undefined) return null;
  return refuseOption('OPTION_NAME_TOO_LONG', { key, name: shortened(long), max });
}
