import { isModelRule, isSameRule, type ModelRule, type RuleChange } from '@contracts';
import { isJsonObject } from '@kernel';
import { type OptionTexts } from '@option';

/** What models cost beside their rows, by the name of the model. */
export type PriceRules = ReadonlyMap<string, ModelRule>;

/** The text was checked when it was stored; one that cannot be read has no entries. */
export function rulesOf({ PriceRules: text = '' }: OptionTexts): PriceRules {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '{}' : text);
  } catch {
    return new Map(); // the options say so in the log and keep their last good value
  }
  if (!isJsonObject(value)) return new Map();
  return new Map(Object.entries(value).filter((entry): entry is [string, ModelRule] => isModelRule(entry[1])));
}

/** The text of the option, indented as the tables of ratios are, because people edit it too. */
export function textOfRules(rules: PriceRules): string {
  return JSON.stringify(Object.fromEntries(rules), null, 2);
}

/** The models whose rules differ between two states. */
export function ruleDifferencesOf(before: PriceRules, after: PriceRules): readonly RuleChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(model => {
    const old = before.get(model) ?? null;
    const value = after.get(model) ?? null;
    return isSameRule(old, value) ? [] : [{ model, before: old, value }];
  });
}

/** The changes of rules that no longer say what was read. */
export function ruleConflictsOf(rules: PriceRules, changes: readonly RuleChange[]): readonly RuleChange[] {
  return changes.filter(({ model, before }) => !isSameRule(rules.get(model) ?? null, before));
}

export function rulesAfter(rules: PriceRules, changes: readonly RuleChange[]): PriceRules {
  const after = new Map(rules);
  for (const { model, value } of changes) {
    if (value === null) after.delete(model);
    else after.set(model, value);
  }
  return after;
}
