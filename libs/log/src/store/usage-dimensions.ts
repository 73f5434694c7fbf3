/** The columns by which sums of one dimension are still told apart. */
type SumColumn = 'model_name' | 'username' | 'token_name' | 'token_group' | 'is_charted';

interface UsageDimension {
  /** Its number in `usage_sums`. */
  readonly number: number;
  /** The column of `usage_hours` whose values have a sum each; null for one sum over everything. */
  readonly of: 'user_id' | 'token_name' | 'channel_id' | 'token_group' | 'model_name' | null;
  readonly columns: readonly SumColumn[];
}

/**
 * What hours that are over are summed by. A question with one filter, or one filter and a model, then reads one short
 * row per hour (and model) whatever the number of calls; one user's hours can be filtered by key and group besides.
 */
export const USAGE_DIMENSIONS = {
  total: { number: 0, of: null, columns: [] },
  models: { number: 1, of: null, columns: ['model_name', 'is_charted'] },
  model: { number: 2, of: 'model_name', columns: [] },
  user: {
    number: 3,
    of: 'user_id',
    columns: ['model_name', 'username', 'token_name', 'token_group', 'is_charted'],
  },
  key: { number: 4, of: 'token_name', columns: ['model_name'] },
  channel: { number: 5, of: 'channel_id', columns: ['model_name'] },
  group: { number: 6, of: 'token_group', columns: ['model_name'] },
  /** Younger than the others: hours that were summed before are told by the progress, see UsageProgress. */
  channelAndGroup: { number: 7, of: 'channel_id', columns: ['model_name', 'token_group'] },
} as const satisfies Readonly<Record<string, UsageDimension>>;

export type UsageDimensionName = keyof typeof USAGE_DIMENSIONS;

/** The columns that all rows of the table have; those that a dimension does not tell apart are empty there. */
export const SUM_COLUMNS: readonly SumColumn[] = ['model_name', 'username', 'token_name', 'token_group', 'is_charted'];
