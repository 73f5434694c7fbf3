import { type DatabaseDialect } from '@platform';

const BY_VALUE_AND_TIME = [
  'created_at_ms',
  'user_id, created_at_ms',
  'channel_id, created_at_ms',
  'token_name, created_at_ms',
  'model_name, created_at_ms',
];

/** The columns of each index of the log. PostgreSQL shares entries of equal values, so there the value alone suffices. */
const INDEXES: Readonly<Record<DatabaseDialect, readonly string[]>> = {
  postgres: [
    'created_at_ms',
    'user_id, created_at_ms',
    'channel_id, created_at_ms',
    'username',
    'token_name',
    'model_name',
    'token_group',
  ],
  mysql: BY_VALUE_AND_TIME,
  sqlite: BY_VALUE_AND_TIME,
};

/** Indexes that these replace. */
export const REPLACED_INDEXES = ['index_logs_created_at_ms_type', 'index_logs_user_id_id', 'index_logs_token_id_id'];

/** By this index the row of a charge is stored at most once; rows that are no movements have no key. */
const CHARGE_KEYS = 'created_at_ms, charge_key';

export interface LogIndex {
  readonly name: string;
  readonly columns: string;
  readonly isUnique: boolean;
}

/** All indexes of the log, or of one of its partitions. */
export function logIndexes(dialect: DatabaseDialect, table = 'logs'): readonly LogIndex[] {
  return [...INDEXES[dialect].map(columns => indexOf(table, columns)), chargeIndex(table)];
}

export function chargeIndex(table = 'logs'): LogIndex {
  return indexOf(table, CHARGE_KEYS);
}

function indexOf(table: string, columns: string): LogIndex {
  const name = `index_${table}_${columns.replace(', ', '_')}`;
  return { name, columns, isUnique: columns === CHARGE_KEYS };
}

/** The statement that makes an index on PostgreSQL and SQLite, where only rows with a key are in the unique one. */
export function createIndexSql(
  { name, columns, isUnique }: LogIndex,
  table: string,
  way: 'at once' | 'beside its use' = 'at once',
): string {
  const kind = `${isUnique ? 'UNIQUE ' : ''}INDEX ${way === 'at once' ? '' : 'CONCURRENTLY '}`;
  return `CREATE ${kind}${name} ON ${table} (${columns})${isUnique ? ' WHERE charge_key IS NOT NULL' : ''}`;
}
