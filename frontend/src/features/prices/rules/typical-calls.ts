import { moneyOf, type PriceCells } from '@contracts';
import { type TFunction } from 'i18next';
import { partOver, type RuleDraft, type TierDraft } from './rule-draft';

const PROMPT_TOKENS = 2_000;
export const ANSWER_TOKENS = 500;
const TOKENS = 1_000_000;

/** A price in force at some time for somebody. */
interface Case {
  readonly name: string;
  readonly below: PriceCells;
  readonly tiers: readonly TierDraft[];
  readonly factor: number;
}

/** What a call of a length costs in each case. */
export interface TypicalRow {
  readonly at: number;
  readonly name: string;
  /** By length of prompt; null where there is no price. */
  readonly costs: readonly (number | null)[];
}

interface TypicalContext {
  readonly t: TFunction;
  readonly below: PriceCells;
  readonly quotaPerUnit: number;
}

function casesOf(draft: RuleDraft, { t, below }: TypicalContext): readonly Case[] {
  const cases = (name: string, prices: PriceCells, part: Pick<RuleDraft, 'tiers' | 'windows'>): readonly Case[] => [
    { name, below: prices, tiers: part.tiers, factor: 1 },
    ...part.windows.map(({ from, to, kind, factor, prices: own, tiers }) => ({
      name: t('price_rules.case_hours', { name, from, to }),
      below: kind === 'factor' ? prices : partOver(prices, own),
      tiers: kind === 'factor' ? part.tiers : tiers,
      factor: kind === 'factor' ? Number(factor) : 1,
    })),
  ];
  return [
    ...cases(t('price_rules.case_usual'), below, draft),
    ...draft.groups.flatMap(({ group, prices, ...part }) =>
      cases(t('price_rules.case_group', { group }), partOver(below, prices), part),
    ),
  ];
}

/** The lengths of prompts that show a difference: a short one, and one in the longest tier. */
export function typicalLengths({ tiers, windows, groups }: RuleDraft): readonly number[] {
  const all = [tiers, ...windows.map(one => one.tiers), ...groups.map(one => one.tiers)].flat();
  const longest = Math.max(0, ...all.map(({ above }) => Number(above)).filter(Number.isFinite));
  return longest > 0 ? [PROMPT_TOKENS, longest + 1] : [PROMPT_TOKENS];
}

/** What typical calls cost, before the group ratio where a group has no price of its own; for display only. */
export function typicalRows(draft: RuleDraft, context: TypicalContext): readonly TypicalRow[] {
  const lengths = typicalLengths(draft);
  return casesOf(draft, context).map(({ name, below, tiers, factor }, at) => {
    const costs = lengths.map(length => {
      const tier = tiers.filter(({ above }) => length > Number(above)).at(-1);
      const cells = tier && below.ModelPrice === undefined ? partOver(below, tier.prices) : below;
      const cost = costOf(cells, length, context.quotaPerUnit);
      return cost === null || !Number.isFinite(factor) ? null : cost * factor;
    });
    return { at, name, costs };
  });
}

function costOf(cells: PriceCells, promptTokens: number, quotaPerUnit: number): number | null {
  const row = { set: cells, standard: {} };
  if (cells.ModelPrice !== undefined) return cells.ModelPrice;
  const input = moneyOf(row, 'ModelRatio', quotaPerUnit);
  const output = moneyOf(row, 'CompletionRatio', quotaPerUnit);
  if (input === null || output === null) return null;
  return (input * promptTokens + output * ANSWER_TOKENS) / TOKENS;
}
