import { GROUP_LABEL_MAX, GROUP_NAME_MAX, MODEL_NAME_MAX, RATIO_MAX } from './limits';
import { refuseOption, type OptionRefusal } from './option-refusals';
import { type OptionKey, type OptionValues } from './options';

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

const limits: { readonly [Key in OptionKey]?: Limit } = {
  ModelRatio: ratiosOf('ModelRatio', MODEL_NAME_MAX),
  CompletionRatio: ratiosOf('CompletionRatio', MODEL_NAME_MAX),
  ModelPrice: ratiosOf('ModelPrice', MODEL_NAME_MAX),
  GroupRatio: ratiosOf('GroupRatio', GROUP_NAME_MAX),
  TopupGroupRatio: ratiosOf('TopupGroupRatio', GROUP_NAME_MAX),
  GroupDisplayNames: value =>
    refuseLongName('GroupDisplayNames', Object.keys(value), GROUP_NAME_MAX) ??
    refuseLongName('GroupDisplayNames', Object.values(value).map(String), GROUP_LABEL_MAX),
  HiddenGroups: value => refuseLongName('HiddenGroups', Object.values(value).map(String), GROUP_NAME_MAX),
};

function refuseLongName(key: OptionKey, names: readonly string[], max: number): OptionRefusal | null {
  const long = names.find(name => Array.from(name).length > max);
  if (long === undefined) return null;
  const name = `${Array.from(long).slice(0, NAME_SHOWN).join('')}…`;
  return refuseOption('OPTION_NAME_TOO_LONG', { key, name, max });
}
