import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { generatedSecret } from '../config/generated-secret';
import { dataSourceOptions } from './data-source-options';
import { openDatabase } from './open-database';

class First1700000000001 implements MigrationInterface {
  readonly name = 'First1700000000001';
  up = async (runner: QueryRunner): Promise<void> => void (await runner.query('CREATE TABLE first (id integer)'));
  down = async (runner: QueryRunner): Promise<void> => void (await runner.query('DROP TABLE first'));
}

class Second1700000000002 implements MigrationInterface {
  readonly name = 'Second1700000000002';
  up = async (runner: QueryRunner): Promise<void> => void (await runner.query('CREATE TABLE second (id integer)'));
  down = async (runner: QueryRunner): Promise<void> => void (await runner.query('DROP TABLE second'));
}

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-open-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function open(migrations: readonly (new () => MigrationInterface)[]) {
  const database = { dialect: 'sqlite', url: join(directory, 'sluice.db'), poolSize: 1 } as const;
  return openDatabase(dataSourceOptions({ database }, { entities: [], migrations: [...migrations] }));
}

function modes() {
  return Object.fromEntries(readdirSync(directory).map(name => [name, statSync(join(directory, name)).mode & 0o777]));
}

describe('a database that a newer version has set up', () => {
  it('is refused with one sentence that names the migration, and is left as it is', async () => {
    const newer = await open([First1700000000001, Second1700000000002]);
    await newer.destroy();
    await expect(open([First1700000000001])).rejects.toThrow(
      'the database was set up by a newer version of Sluice, whose migration Second1700000000002 this version does not know; ' +
        'start that version or a newer one, or restore the backup made before it was installed.',
    );
    const again = await open([First1700000000001, Second1700000000002]);
    expect(await again.query('SELECT name FROM migrations ORDER BY id')).toHaveLength(2);
    await again.destroy();
  });

  it('does not keep an older one from being upgraded', async () => {
    await (await open([First1700000000001])).destroy();
    const upgraded = await open([First1700000000001, Second1700000000002]);
    expect(await upgraded.query('SELECT id FROM second')).toEqual([]);
    await upgraded.destroy();
  });
});

describe('a step that finds the file changed since it began to read', () => {
  it('is undone and taken again', async () => {
    const earlier = await open([First1700000000001]);
    let attempts = 0;
    class Reading1700000000002 implements MigrationInterface {
      readonly name = 'Reading1700000000002';
      up = async (runner: QueryRunner): Promise<void> => {
        await runner.query('SELECT COUNT(*) FROM first');
        if (attempts++ === 0) await earlier.query('INSERT INTO first VALUES (1)');
        await runner.query('CREATE TABLE second AS SELECT id FROM first');
      };
      down = async (runner: QueryRunner): Promise<void> => void (await runner.query('DROP TABLE second'));
    }
    const upgraded = await open([First1700000000001, Reading1700000000002]);
    expect([attempts, await upgraded.query('SELECT id FROM second')]).toEqual([2, [{ id: 1 }]]);
    await Promise.all([earlier.destroy(), upgraded.destroy()]);
  });
});

describe('the files of a database', () => {
  it('are open to their owner alone', async () => {
    const database = await open([First1700000000001]);
    expect(modes()).toEqual({ 'sluice.db': 0o600, 'sluice.db-shm': 0o600, 'sluice.db-wal': 0o600 });
    await database.destroy();
  });

  it('are shut when they were left open', async () => {
    await (await open([First1700000000001])).destroy();
    for (const name of ['sluice.db', 'sluice.db-wal', 'sluice.db-shm']) {
      writeFileSync(join(directory, name), '', { flag: 'a' });
      chmodSync(join(directory, name), 0o644);
    }
    const database = await open([First1700000000001]);
    expect(Object.values(modes())).toEqual([0o600, 0o600, 0o600]);
    await database.destroy();
  });

  it('go for the generated secrets beside them, too', () => {
    const file = join(directory, 'master-key');
    const secret = generatedSecret(file);
    chmodSync(file, 0o644);
    expect(generatedSecret(file)).toBe(secret);
    expect(modes()).toEqual({ 'master-key': 0o600 });
  });
});
