import { loadImport, type ImportReport } from '@import';
import {
  dataSourceOptions,
  loadConfig,
  openDatabase,
  SecretBox,
  unlimitedOptions,
  type DatabaseDialect,
} from '@platform';
import { join } from 'node:path';
import { type DataSource } from 'typeorm';
import { entities } from '../../../apps/server/src/database/entities';
import { migrations } from '../../../apps/server/src/database/migrations';
import { createTestDatabase } from '../servers/databases';

export const MASTER_KEY = 'a master key of the place into which people move';

/** An empty place into which another gateway moves. */
export interface ImportPlace {
  readonly url: string;
  readonly here: DataSource;
  readonly box: SecretBox;
  /** Each call is a run of its own, some milliseconds later. */
  import(from: string, options?: Partial<Parameters<Awaited<ReturnType<typeof loadImport>>>[1]>): Promise<ImportReport>;
  rows(sql: string): Promise<readonly Record<string, unknown>[]>;
  drop(): Promise<void>;
}

export async function createPlace(dialect: DatabaseDialect = 'sqlite'): Promise<ImportPlace> {
  const database = await createTestDatabase(dialect);
  const environment = { DATABASE_URL: database.url, DATA_DIR: '/nowhere', MASTER_KEY, SESSION_SECRET: MASTER_KEY };
  const config = loadConfig(environment, join(__dirname, '../../../config'));
  const options = unlimitedOptions(dataSourceOptions(config, { entities, migrations }));
  const here = await openDatabase(options);
  const box = new SecretBox(config.masterKey);
  let nowMs = Date.now();
  return {
    url: database.url,
    here,
    box,
    import: async (from, more = {}) => {
      const runImport = await loadImport();
      return runImport(here, { from, box, isDryRun: false, nowMs: (nowMs += 5), say: () => undefined, ...more });
    },
    rows: sql => here.query(sql) as Promise<Record<string, unknown>[]>,
    drop: async () => {
      if (here.isInitialized) await here.destroy();
      await database.drop();
    },
  };
}
