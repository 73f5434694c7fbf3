import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dataSourceOptions, openDatabase } from '@platform';
import { migrations } from '../../apps/server/src/database/migrations';
import { Inspector0020 } from '../../apps/server/src/database/migrations/0020-inspector';
import { changeSource, composeSource } from '../support/inputs/import-source';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { runCommand, startCommand, type RunningCommand } from '../support/servers/server-process';

/** Rows that keep a command busy long enough to be killed in its middle. */
const PEOPLE = 3_000;
const LOG_ROWS = 20_000;
/** Shorter than it takes any command to fill a place. */
const FIRST_KILL_MS = 400;
const MASTER_KEY = 'a master key of more than thirty letters';

/** A query of as many numbers, from 10 on. */
function numbers(count: number): string {
  return `WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < ${9 + count})`;
}

/** A gateway with some thousand people, each with money of their own. */
async function composeLarge(path: string): Promise<void> {
  await composeSource(path);
  await changeSource(path, [
    `${numbers(PEOPLE)} INSERT INTO users SELECT i, 'user' || i, '', 'User ' || i, 1, 1, '', 'default', i * 7, i, 1,
       'c' || i, 0, NULL FROM n`,
    `${numbers(LOG_ROWS)} INSERT INTO logs SELECT i, 10 + i % ${PEOPLE}, 1700000000 + i, 2, '', 'user', 'k', 'gpt-4o',
       i % 100, 5, 5, 1, 0, 1 FROM n`,
  ]);
}

interface Proof {
  readonly proof: {
    readonly tables: readonly { readonly table: string; readonly isEqual: boolean; readonly here: { rows: number } }[];
    readonly ledger: { readonly differenceUnits: number };
  };
}

let directory: string;
let source: string;
/** A data directory into which the source was imported once, for every test that begins with one. */
let imported: string;
/** The place of a test whose database is a file. */
let place: { readonly DATA_DIR: string; readonly MASTER_KEY: string };
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-kill-'));
  source = join(directory, 'source.db');
  await composeLarge(source);
  imported = join(directory, 'imported');
  await importAll({ DATA_DIR: imported, MASTER_KEY });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeEach(() => {
  place = { DATA_DIR: mkdtempSync(join(directory, 'place-')), MASTER_KEY };
});

/** Starts a command and kills it when it has said so many pieces that fit. @returns whether it was killed before its end */
async function killedAt(command: RunningCommand, wanted: RegExp, times: number): Promise<boolean> {
  let left = times;
  command.onProgress(piece => {
    left -= piece.match(new RegExp(wanted, 'g'))?.length ?? 0;
    if (left <= 0) command.kill();
  });
  return (await command.ended).signal === 'SIGKILL';
}

async function verify(environment: Readonly<Record<string, string>>): Promise<void> {
  const { code, stdout } = await runCommand(['ledger', 'verify'], environment);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('sum of differences: 0') });
}

async function importAll(environment: Readonly<Record<string, string>>): Promise<Proof> {
  const { code, stdout, stderr } = await runCommand(['import', '--from', source, '--json'], environment);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
  return JSON.parse(stdout) as Proof;
}

describe.each(DIALECTS)('killed in the middle, with %s as the place', dialect => {
  describeWith(dialect, 'a command', () => {
    let database: TestDatabase | null;
    let environment: Readonly<Record<string, string>>;
    beforeEach(async () => {
      database = dialect === 'sqlite' ? null : await createTestDatabase(dialect);
      environment = database === null ? place : { ...place, DATABASE_URL: database.url };
    });
    afterEach(() => database?.drop());

    it('imports on, and every row and unit comes once', async () => {
      const stops: readonly (readonly [RegExp, number])[] = [
        [/the source is/, 1],
        [/users:/, 1],
        [/logs:/, 1],
        [/logs:/, 4],
        [/logs:/, 9],
      ];
      for (const [wanted, times] of stops) {
        const command = startCommand(['import', '--from', source], environment);
        expect(await killedAt(command, wanted, times)).toBe(true);
      }
      const { proof } = await importAll(environment);
      expect(proof.tables.filter(({ isEqual }) => !isEqual)).toEqual([]);
      expect(proof.tables.find(({ table }) => table === 'logs')?.here.rows).toBe(LOG_ROWS + 3);
      expect(proof.ledger.differenceUnits).toBe(0);
      await verify(environment);
    });

    it('moves, restores and backs up as if it had not been started', async () => {
      cpSync(imported, place.DATA_DIR, { recursive: true });
      const archive = join(place.DATA_DIR, 'one.backup');
      const backUp = () => startCommand(['backup', '--to', archive], place);
      expect(await killedAt(backUp(), /accounts:/, 1)).toBe(true); // long before the last table
      expect(existsSync(archive)).toBe(false);
      expect((await backUp().ended).code).toBe(0);
      expect(readdirSync(place.DATA_DIR).filter(name => name.endsWith('.part'))).toEqual([]);
      const target = dialect === 'sqlite' ? { ...place, DATA_DIR: join(directory, 'there') } : environment;
      await expectFilled(['restore', '--from', archive], target);
      await expectWhole(target);
      const second = dialect === 'sqlite' ? null : await createTestDatabase(dialect);
      const to = second?.url ?? `sqlite:${join(directory, 'moved.db')}`;
      await expectFilled(['move', '--to', to], place);
      await expectWhole({ ...place, DATABASE_URL: to });
      await second?.drop();
    });
  });
});

describeWith('mysql', 'a move to a database whose set-up was killed', () => {
  it('sets it up anew, wherever between two tables the set-up had come', async () => {
    cpSync(imported, place.DATA_DIR, { recursive: true });
    const database = await createTestDatabase('mysql');
    const before = migrations.slice(0, migrations.indexOf(Inspector0020));
    const options = { dialect: 'mysql', url: database.url, poolSize: 2 } as const;
    const half = await openDatabase(dataSourceOptions({ database: options }, { entities: [], migrations: before }));
    await half.query('CREATE TABLE inspect_rules (id integer)');
    await half.destroy();
    const { code, stderr } = await runCommand(['move', '--to', database.url], place);
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    await expectWhole({ ...place, DATABASE_URL: database.url });
    await database.drop();
  });
});

/**
 * Kills a command that fills an empty place, later each time, until it ends before, or finds that the one before had filled
 * the place already; it never finds a place half full.
 */
async function expectFilled(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<void> {
  let killed = 0;
  for (let waitMs = FIRST_KILL_MS; ; waitMs *= 1.6) {
    const command = startCommand(args, environment);
    await Promise.race([pause(waitMs), command.ended]);
    command.kill();
    const { code, signal, stderr } = await command.ended;
    if (signal !== 'SIGKILL') {
      const isFilled = killed > 0 && stderr.includes('the target is not empty');
      if (!isFilled) expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
      break;
    }
    killed += 1;
  }
  expect(killed).toBeGreaterThan(0);
}

/** Every person and every log row of the place is there, and the ledger is even. */
async function expectWhole(environment: Readonly<Record<string, string>>): Promise<void> {
  await verify(environment);
  const copy = join(directory, `${randomUUID()}.backup`);
  const { stdout } = await runCommand(['backup', '--to', copy, '--json'], environment);
  const { tables } = JSON.parse(stdout) as { tables: readonly { table: string; rows: number }[] };
  const rowsOf = (name: string) => tables.find(({ table }) => table === name)?.rows;
  expect([rowsOf('users'), rowsOf('logs')]).toEqual([PEOPLE + 3, LOG_ROWS + 3]);
}
