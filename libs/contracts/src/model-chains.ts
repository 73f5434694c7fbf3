/** Models that stand in for others: by group, and in it by the model that is asked for, in the order to try. */
export type ModelChainTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Stands for every group that has no chain of its own for a model. */
export const EVERY_GROUP = '*';

/** Most models that stand in for one. */
export const CHAIN_LENGTH_MAX = 5;

/**
 * The models that stand in for one; empty where there are none.
 *
 * @param groups the caller's groups in their order; the first with a chain for the model counts
 */
export function chainOf(table: ModelChainTable, groups: readonly string[], model: string): readonly string[] {
  for (const group of [...groups, EVERY_GROUP]) {
    const chains = Object.hasOwn(table, group) ? table[group] : undefined;
    if (chains && Object.hasOwn(chains, model)) return chains[model] ?? [];
  }
  return [];
}
