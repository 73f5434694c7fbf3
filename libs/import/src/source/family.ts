import { type SourceDatabase } from './source-database';

/** The gateways whose databases can be read. */
export type Family = 'one-api' | 'new-api' | 'one-hub' | 'litellm';

/** Tables that every family has. */
const CORE = ['users', 'tokens', 'channels', 'redemptions', 'options', 'logs'];

/**
 * Recognises a database by its tables and columns.
 *
 * @throws Error with a sentence that names what is missing
 */
export function familyOf(source: Pick<SourceDatabase, 'tables' | 'hasColumn'>): Family {
  if (source.tables.has('LiteLLM_VerificationToken')) return 'litellm';
  const missing = CORE.filter(table => !source.tables.has(table));
  if (source.hasColumn('users', 'username_key') || source.tables.has('movements')) {
    throw new Error('the source is a database of Sluice; use move or restore.');
  }
  if (missing.length > 0)
    throw new Error(`the source is none of one-api, new-api, one-hub and LiteLLM: no ${missing.join(', ')}.`);
  if (source.tables.has('user_groups') && source.tables.has('prices')) return 'one-hub';
  if (source.hasColumn('tokens', 'model_limits')) return 'new-api';
  if (source.hasColumn('tokens', 'models') && source.hasColumn('tokens', 'subnet')) return 'one-api';
  throw new Error('the source has the tables of one-api, new-api and one-hub, but the columns of none of them.');
}
