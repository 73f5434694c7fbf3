import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { Database } from './database';
import { dataSourceOptions } from './data-source-options';
import { openDatabase, openReader } from './open-database';
import { insertStatement, rowSetParameter } from './row-set';
import { isUniqueViolation } from './database-errors';
import { UnitOfWork } from './unit-of-work';

let directory: string;
let database: Database;
let units: UnitOfWork;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-unit-'));
  const config = { database: { dialect: 'sqlite', url: join(directory, 'x.db'), poolSize: 1 } } as const;
  const writer = await openDatabase(dataSourceOptions(config, { entities: [], migrations: [] }));
  await writer.query('CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT)');
  database = new Database(writer, await openReader(writer));
  units = new UnitOfWork(database);
});
afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

async function count() {
  return Number((await database.read.query('SELECT COUNT(*) AS count FROM rows'))[0].count);
}

function insert(id: number, name = 'x') {
  return units.run(manager => manager.query('INSERT INTO rows VALUES (?, ?)', [id, name]));
}

const SHAPE = { id: 'integer', name: 'text' } as const;

function script(rows: [number, string][], expected?: number) {
  return insertStatement('sqlite', 'rows', SHAPE, rows).map(statement => ({
    statement,
    ...(expected === undefined ? {} : { rows: expected }),
  }));
}

describe('a unit of work', () => {
  it('runs one at a time, whatever overlaps', async () => {
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, id) =>
        units.run(async manager => {
          most = Math.max(most, ++inside);
          await manager.query('INSERT INTO rows VALUES (?, ?)', [id, 'x']);
          inside--;
        }),
      ),
    );
    expect(most).toBe(1);
    expect(await count()).toBe(20);
  });

  it('undoes everything of a unit that fails, and nothing of its neighbours', async () => {
    const results = await Promise.allSettled([
      insert(1),
      units.run(async manager => {
        await manager.query('INSERT INTO rows VALUES (2, ?)', ['x']);
        throw new Error('no');
      }),
      insert(3),
    ]);
    expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await database.read.query('SELECT id FROM rows ORDER BY id')).map((row: { id: number }) => row.id)).toEqual(
      [1, 3],
    );
  });

  it('shows readers nothing before the commit', async () => {
    let seen = -1;
    await units.run(async manager => {
      await manager.query('INSERT INTO rows VALUES (1, ?)', ['x']);
      seen = await count();
    });
    expect(seen).toBe(0);
    expect(await count()).toBe(1);
  });

  it('tells a unique violation from other errors', async () => {
    await insert(1);
    expect(isUniqueViolation(await insert(1).catch((error: unknown) => error))).toBe(true);
    expect(isUniqueViolation(new Error('x'))).toBe(false);
  });

  it('lets nobody write through the reader', async () => {
    await expect(database.read.query('DELETE FROM rows')).rejects.toThrow(/readonly/);
  });
});

describe('a script', () => {
  it('commits in one visit and asks the work nothing', async () => {
    const work = jest.fn();
    expect(
      await units.runScript(
        () =>
          script(
            [
              [1, 'a'],
              [2, 'b'],
            ],
            2,
          ),
        work,
      ),
    ).toBeNull();
    expect(work).not.toHaveBeenCalled();
    expect(await count()).toBe(2);
  });

  it.each([
    ["quote's", "O'Brien'; DROP TABLE rows; --"],
    ['a question mark', 'what? $1 ?'],
    ['NUL and half a pair', 'a\u0000b\ud800c'],
    ['line ends and a backslash', 'a\n\\b\r\t'],
  ])('carries a text with %s as it is stored by a parameter', async (_name, text) => {
    await units.runScript(
      () => script([[1, text]], 1),
      () => Promise.resolve(),
    );
    await units.run(manager =>
      manager.query('INSERT INTO rows VALUES (2, ?)', [JSON.parse(rowSetParameter([[text]]))[0][0]]),
    );
    const rows: { name: string }[] = await database.read.query('SELECT name FROM rows ORDER BY id');
    expect(rows[0]?.name).toBe(rows[1]?.name);
    expect(await count()).toBe(2);
  });

  it('leaves nothing behind when an assertion fails, and lets the work decide', async () => {
    const answer = await units.runScript(
      () => script([[1, 'a']], 2),
      async manager => {
        await manager.query('INSERT INTO rows VALUES (9, ?)', ['z']);
        return 'worked';
      },
    );
    expect(answer).toBe('worked');
    expect((await database.read.query('SELECT id FROM rows')).map((row: { id: number }) => row.id)).toEqual([9]);
  });

  it('leaves nothing behind when a constraint fails in its middle', async () => {
    await insert(5);
    const answer = await units.runScript(
      () => [...script([[1, 'a']], 1), ...script([[5, 'b']], 1)],
      () => Promise.resolve('worked'),
    );
    expect(answer).toBe('worked');
    expect(await count()).toBe(1);
  });

  it('waits for another process that holds the lock', async () => {
    const other = await new DataSource({ type: 'sqlite', database: join(directory, 'x.db') }).initialize();
    await other.query('BEGIN IMMEDIATE');
    const writing = units.runScript(
      () => script([[1, 'a']], 1),
      () => Promise.resolve('worked'),
    );
    await new Promise(resolve => setTimeout(resolve, 300));
    await other.query('COMMIT');
    expect(await writing).toBeNull();
    await other.destroy();
    expect(await count()).toBe(1);
  });
});
