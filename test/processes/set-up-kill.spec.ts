import { dataSourceOptions, openDatabase } from '@platform';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';

let isInterrupted = true;
/** A MariaDB that is busy with other tests takes its time for each table. */

class First1700000000001 implements MigrationInterface {
  readonly name = 'First1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE users (id integer)');
    await runner.query('CREATE TABLE channels (id integer)');
  }
  down = async (): Promise<void> => Promise.resolve();
}

/** Makes one of its two tables, and then its process ends. */
class Second1700000000002 implements MigrationInterface {
  readonly name = 'Second1700000000002';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE logs (id integer)');
    if (isInterrupted) throw new Error('killed here');
    await runner.query('CREATE TABLE tasks (id integer)');
  }
  down = async (): Promise<void> => Promise.resolve();
}

const MIGRATIONS = [First1700000000001, Second1700000000002];

describeWith('mysql', 'a first start that is killed in its migrations, on MySQL', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    isInterrupted = true;
    database = await createTestDatabase('mysql');
  });
  afterEach(() => database.drop());

  const open = (migrations: readonly (new () => MigrationInterface)[] = MIGRATIONS) =>
    openDatabase(
      dataSourceOptions(
        { database: { dialect: 'mysql', url: database.url, poolSize: 4 } },
        { entities: [], migrations: [...migrations] },
      ),
    );
  const query = async (sql: string) => {
    const direct = await new DataSource({ type: 'mysql', url: database.url, connectorPackage: 'mysql2' }).initialize();
    const rows = (await direct.query(sql)) as readonly Record<string, unknown>[];
    await direct.destroy();
    return rows;
  };
  const tables = async () => (await query('SHOW TABLES')).flatMap(row => Object.values(row)).sort();

  it('is mended by the next one', async () => {
    await expect(open()).rejects.toThrow('killed here');
    expect(await tables()).toEqual(['channels', 'logs', 'migrations', 'unfinished_set_up', 'users']);
    await expect(open()).rejects.toThrow('killed here');
    isInterrupted = false;
    const opened = await open();
    await opened.destroy();
    expect(await tables()).toEqual(['channels', 'logs', 'migrations', 'tasks', 'users']);
  });

  it('takes nothing back once it was complete, or where somebody has signed up', async () => {
    const first = await open([First1700000000001]);
    await first.destroy();
    await query('INSERT INTO channels VALUES (7)');
    await expect(open()).rejects.toThrow('killed here');
    expect(await query('SELECT id FROM channels')).toEqual([{ id: 7 }]);
    await query('CREATE TABLE unfinished_set_up (id integer)');
    await query('INSERT INTO users VALUES (1)');
    await expect(open()).rejects.toThrow("'logs' already exists");
    expect(await query('SELECT id FROM users')).toEqual([{ id: 1 }]);
  });

  it('leaves a database alone that has tables of somebody else', async () => {
    await query('CREATE TABLE theirs (id integer)');
    await expect(open()).rejects.toThrow('killed here');
    await expect(open()).rejects.toThrow("'logs' already exists");
    expect(await tables()).toContain('theirs');
  });
});
