/** A completion ratio that belongs to a family of model names. */
export interface CompletionRule {
  /** The rule holds for these names, and for those that fit every other condition given. */
  readonly equals?: readonly string[];
  readonly prefix?: readonly string[];
  readonly suffix?: readonly string[];
  readonly contains?: readonly string[];
  readonly ratio: number;
  /** The provider's price relation is known and fixed: the option cannot change it. */
  readonly locked: boolean;
}

export interface CompletionSources {
  /** Ratios of single names, as shipped. */
  readonly shipped: ReadonlyMap<string, number>;
  /** Ratios of families, first match wins, as shipped. */
  readonly rules: readonly CompletionRule[];
  /** What the administrator set. */
  readonly option: ReadonlyMap<string, number>;
}

function fits(rule: CompletionRule, name: string): boolean {
  if (rule.equals?.includes(name) === true) return true;
  if (rule.prefix === undefined && rule.suffix === undefined && rule.contains === undefined) return false;
  return (
    (rule.prefix?.some(text => name.startsWith(text)) ?? true) &&
    (rule.suffix?.some(text => name.endsWith(text)) ?? true) &&
    (rule.contains?.some(text => name.includes(text)) ?? true)
  );
}

/**
 * Price of a completion token relative to a prompt token.
 *
 * A name with a slash was chosen by the site, so there the option wins. Otherwise a locked family ignores the option,
 * an unlocked one yields to it, and an unknown name counts as 1. For the shipped value, the entry of the single name
 * wins over the family's rule, because families are coarser than price lists.
 */
export function completionRatioOf(name: string, sources: CompletionSources): number {
  const chosen = sources.option.get(name);
  if (chosen !== undefined && name.includes('/')) return chosen;
  const rule = sources.rules.find(candidate => fits(candidate, name));
  const shipped = sources.shipped.get(name) ?? rule?.ratio;
  if (rule?.locked === true) return shipped ?? rule.ratio;
  return chosen ?? shipped ?? 1;
}
