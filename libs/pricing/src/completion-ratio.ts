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

/** The shipped ratio of a name, and whether no option changes it. */
interface StandardCompletion {
  readonly ratio: number;
  readonly isLocked: boolean;
}

/**
 * The ratio that counts where the option says nothing. The entry of the single name wins over the family's rule, because
 * families are coarser than price lists; an unknown name counts as 1. A name with a slash was chosen by the site, so it
 * is never locked.
 */
export function standardCompletion(
  name: string,
  { shipped, rules }: Omit<CompletionSources, 'option'>,
): StandardCompletion {
  const rule = rules.find(candidate => fits(candidate, name));
  const ratio = shipped.get(name) ?? rule?.ratio ?? 1;
  return { ratio, isLocked: rule?.locked === true && !name.includes('/') };
}

/**
 * Price of a completion token relative to a prompt token: the option of the administrator, unless the family of the name
 * is locked; else the standard.
 */
export function completionRatioOf(name: string, sources: CompletionSources): number {
  const { ratio, isLocked } = standardCompletion(name, sources);
  return isLocked ? ratio : (sources.option.get(name) ?? ratio);
}
