import { join } from 'node:path';
import { dataSourceOptions, loadConfig, openDatabase } from '@platform';
import { type DataSource, type QueryRunner } from 'typeorm';
import { entities } from '../../apps/server/src/database/entities';
import { migrations } from '../../apps/server/src/database/migrations';
import { createTestDatabase, describeWith, dialectsOfRun, type TestDatabase } from '../support/servers/databases';

/** The first step that is undone here; those before it have a spec of their own. */
const FIRST = 'CallLimits1700000000011';

describe('the list of migrations', () => {
  it('is in the order of its numbers, by which they run', () => {
    const names = migrations.map(migration => new migration().name);
    const numbers = names.map(name => Number(/\d+$/.exec(name)?.[0]));
    expect(numbers).toEqual([...numbers].sort((left, right) => left - right));
  });
});

describe.each(dialectsOfRun())('on %s', dialect => {
  describeWith(dialect, 'the steps since limits of calls', () => {
    let database: TestDatabase;
    let source: DataSource;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      const environment = { DATABASE_URL: database.url, DATA_DIR: '/tmp/sluice-migration-test', LOG_LEVEL: 'silent' };
      const config = loadConfig(environment, join(__dirname, '../../config'));
      source = await openDatabase(dataSourceOptions(config, { entities, migrations }));
    });
    afterAll(async () => {
      await source.destroy();
      await database.drop();
    });

    /** Without names, TypeORM looks at every database of a MySQL server, also at those that other tests drop meanwhile. */
    async function ownNames(runner: QueryRunner): Promise<string[] | undefined> {
      if (source.options.type !== 'mysql') return undefined;
      const rows = (await runner.query(
        'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
      )) as readonly { readonly name: string }[];
      return rows.map(({ name }) => name);
    }

    /** Every table of this database with its columns and their types; names of other ones have theirs in front. */
    async function schema(): Promise<unknown> {
      const runner = source.createQueryRunner();
      try {
        const tables = await runner.getTables(await ownNames(runner));
        return tables
          .filter(({ name }) => !/\.|typeorm|migrations|sqlite_/.test(name))
          .map(({ name, columns }) => ({
            table: name,
            columns: columns.map(column => `${column.name} ${column.type} ${column.isNullable}`).sort(),
          }))
          .sort((left, right) => left.table.localeCompare(right.table));
      } finally {
        await runner.release();
      }
    }

    async function rows(): Promise<unknown> {
      return source.query('SELECT id, name, status FROM channels ORDER BY id');
    }

    /** Stores one channel with whatever columns the table has now. */
    async function storeChannel(): Promise<void> {
      const runner = source.createQueryRunner();
      const table = await runner.getTable('channels');
      await runner.release();
      const columns = (table?.columns ?? []).filter(({ isGenerated }) => !isGenerated);
      const needed = columns.filter(({ isNullable, type }) => !isNullable || /text/.test(type));
      const values = needed.map(({ name, type }) => (name === 'name' ? 'kept' : /char|text/.test(type) ? '' : 1));
      const places = values.map((_value, at) => (dialect === 'postgres' ? `$${at + 1}` : '?'));
      const names = needed.map(({ name }) => name).join(', ');
      await source.query(`INSERT INTO channels (${names}) VALUES (${places.join(', ')})`, values);
    }

    it('are taken back one after another and done again, with the rows in place', async () => {
      await storeChannel();
      const [before, stored] = [await schema(), await rows()];
      const count = migrations.length - migrations.findIndex(migration => new migration().name === FIRST);
      for (let step = 0; step < count; step++) await source.undoLastMigration();
      const older = await schema();
      expect(JSON.stringify(before)).toContain('rpm_limit');
      expect(JSON.stringify(older)).not.toContain('rpm_limit');
      expect(JSON.stringify(older)).not.toContain('channel_figures');
      expect(await rows()).toEqual(stored);
      await source.runMigrations();
      expect(await schema()).toEqual(before);
      expect(await rows()).toEqual(stored);
    });
  });
});
