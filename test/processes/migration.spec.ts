import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrationNames } from '../../apps/server/src/database/migrations';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { fillEarlyVersion, migrateUnderLoad, stepsUntil } from '../support/servers/migration-under-load';
import { runCommand, runLedgerVerify, ServerProcess } from '../support/servers/server-process';

const ROWS = 100_000;
/** Nobody may wait longer while tables are changed. */
const WAIT_MAX_MS = 1500;

let directory: string;
let environment: Record<string, string>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-migration-'));
  environment = { DATA_DIR: directory, MASTER_KEY: 'a master key of more than thirty letters' };
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function file(): string {
  return `sqlite:${join(directory, 'sluice.db')}`;
}

async function connect(url: string): Promise<DataSource> {
  const options = url.startsWith('sqlite:')
    ? { type: 'sqlite', database: url.slice('sqlite:'.length) }
    : { type: url.split(':')[0], url };
  return new DataSource(options as DataSourceOptions).initialize();
}

describe('a database of a newer version', () => {
  beforeEach(async () => {
    expect((await runCommand(['migrate'], environment)).code).toBe(0);
    const source = await connect(file());
    await source.query("INSERT INTO migrations (timestamp, name) VALUES (9999, 'Later9999')");
    await source.destroy();
  });
  const sentence = /(^|\n)[^\n]*set up by a newer version of Sluice, whose migration Later9999 [^\n]*\n$/;

  it('is refused by a start', async () => {
    const { code, stderr } = await ServerProcess.spawn({ environment, dataDir: directory }).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  });

  it.each([
    [['backup', '--to', 'BACKUP']],
    [['move', '--to', 'sqlite:MOVED']],
    [['config', 'export', '--to', 'EXPORT']],
    [['migrate']],
    [['migrate', '--dry-run']],
    [['retention']],
    [['retention', '--dry-run']],
    [['ledger', 'verify']],
  ])('is refused by the command %j', async words => {
    const args = words.map(word => word.replace(/[A-Z]{5,}/, name => join(directory, name)));
    const { code, stderr } = await runCommand(args, environment);
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  });

  it('is refused by npm run ledger:verify', async () => {
    const { code, stderr } = await runLedgerVerify(directory);
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
  });
});

describe('a backup before a migration', () => {
  const backups = () => readdirSync(join(directory, 'before')).filter(name => name.endsWith('.backup'));

  it('is made by a start where a folder is named, and can be restored', async () => {
    await fillEarlyVersion(file(), stepsUntil('DefaultModel1700000000013'), 0);
    const folder = {
      ...environment,
      SLUICE_BACKUP_BEFORE_MIGRATION: join(directory, 'before'),
      BACKUP_PASSPHRASE: 'open',
    };
    const server = await ServerProcess.start({ environment: folder, dataDir: directory });
    expect(server.output).toContain('a backup is made before');
    const [name = ''] = backups();
    expect(server.output).toContain(`the backup before the migration is ${join(directory, 'before', name)}`);
    expect((await server.stop()).code).toBe(0);
    const place = { ...environment, BACKUP_PASSPHRASE: 'open', DATA_DIR: join(directory, 'second') };
    const restored = await runCommand(['restore', '--from', join(directory, 'before', name)], place);
    expect([restored.code, restored.stderr]).toEqual([0, expect.any(String)]);
    const second = await ServerProcess.start({ environment: folder, dataDir: directory });
    expect(second.output).not.toContain('migration');
    await second.stop();
    expect(backups()).toHaveLength(1);
  });

  it('is made by the command, which tells where it lies', async () => {
    await fillEarlyVersion(file(), stepsUntil('DefaultModel1700000000013'), 0);
    const { code, stdout } = await runCommand(
      ['migrate', '--backup', join(directory, 'before'), '--json'],
      environment,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      done: expect.any(Array),
      backup: join(directory, 'before', backups()[0] ?? ''),
    });
  });

  it('that fails keeps everything as it was', async () => {
    await fillEarlyVersion(file(), stepsUntil('DefaultModel1700000000013'), 0);
    const { code, stderr } = await runCommand(
      ['migrate', '--backup', join(directory, 'sluice.db', 'none')],
      environment,
    );
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('nothing was migrated, because the backup before it failed'),
    ]);
    const { stdout } = await runCommand(['migrate', '--dry-run', '--json'], environment);
    expect((JSON.parse(stdout) as { missing: readonly string[] }).missing).toEqual(
      migrationNames.slice(stepsUntil('DefaultModel1700000000013')),
    );
  });

  it('is missed in one line where no folder is named', async () => {
    await fillEarlyVersion(file(), stepsUntil('DefaultModel1700000000013'), 0);
    const server = await ServerProcess.start({ environment, dataDir: directory });
    expect(server.output).toMatch(/migrations are pending \(ChannelFigures.*\); no backup is made/);
    await server.stop();
  });
});

describe('a dry run', () => {
  it('names the steps that are missing, and those that take long', async () => {
    await fillEarlyVersion(file(), 1, 10);
    const source = await connect(file());
    await source.query('UPDATE logs SET id = 5000000 WHERE id = (SELECT MAX(id) FROM logs)');
    await source.destroy();
    const { stdout } = await runCommand(['migrate', '--dry-run'], environment);
    expect(stdout).toContain(
      'missing: LogIndexes1700000000008 (once it serves, copies about 5000000 rows of logs, about 200 s)\n',
    );
    expect(stdout).toContain('missing: CallLimits1700000000011\n');
  });
});

describe.each(DIALECTS)('the tables of an early version, on %s', dialect => {
  describeWith(dialect, 'while they are changed', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createTestDatabase(dialect);
    });
    afterEach(() => database.drop());

    it('are written and read by others, who do not wait long', async () => {
      await fillEarlyVersion(database.url, 1, ROWS);
      const { duringMigrations, duringPreparation } = await migrateUnderLoad(database.url);
      for (const { writeMs, readMs, writes, reads } of [duringMigrations, duringPreparation]) {
        expect([writes > 10, reads > 5]).toEqual([true, true]);
        expect([writeMs, readMs].filter(ms => ms > WAIT_MAX_MS)).toEqual([]);
      }
    });

    it('are not kept from others by a step that waits for somebody who reads for long', async () => {
      if (dialect === 'sqlite') return; // a reader of a file locks nobody out
      await fillEarlyVersion(database.url, stepsUntil('UsageHours1700000000009'), 100);
      const source = await connect(database.url);
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT COUNT(*) FROM logs');
      const over = pause(4000).then(() => runner.commitTransaction());
      const { migrateMs, duringMigrations } = await migrateUnderLoad(database.url);
      await over;
      await runner.release();
      await source.destroy();
      expect(migrateMs).toBeGreaterThan(2500); // it did wait for the reader
      expect(Math.max(duringMigrations.writeMs, duringMigrations.readMs)).toBeLessThan(WAIT_MAX_MS);
    });
  });
});
