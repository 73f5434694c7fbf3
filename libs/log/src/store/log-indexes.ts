import { type DatabaseDialect } from '@platform';

/** The columns of each index of the log. PostgreSQL shares entries of equal values, so there the value alone suffices. */
const INDEXES: Readonly<Record<Exclude<DatabaseDialect, 'sqlite'>, readonly string[]>> = {
  postgres: [
    'created_at_ms',
    'user_id, created_at_ms',
    'channel_id, created_at_ms',
    'username',
    'token_name',
    'model_name',
    'token_group',
  ],
  mysql: [
    'created_at_ms',
    'user_id, created_at_ms',
    'channel_id, created_at_ms',
    'token_name, created_at_ms',
    'model_name, created_at_ms',
  ],
};

/** Indexes that these replace. */
export const REPLACED_INDEXES = ['index_logs_created_at_ms_type', 'index_logs_user_id_id', 'index_logs_token_id_id'];

export interface LogIndex {
  readonly name: string;
  readonly columns: string;
}

export function logIndexes(dialect: Exclude<DatabaseDialect, 'sqlite'>, table = 'logs'): readonly LogIndex[] {
  return INDEXES[dialect].map(columns => ({ name: `index_${table}_${columns.replace(', ', '_')}`, columns }));
}
