import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Database } from './database';
import { dataSourceOptions } from './data-source-options';
import { GroupQueue } from './group-queue';
import { openDatabase, openReader } from './open-database';
import { insertStatement } from './row-set';
import { UnitOfWork } from './unit-of-work';

const SHAPE = { id: 'integer' } as const;

let directory: string;
let database: Database;
let groups: number[][];
let queue: GroupQueue<number, string>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-groups-'));
  const config = { database: { dialect: 'sqlite', url: join(directory, 'x.db'), poolSize: 1 } } as const;
  const writer = await openDatabase(dataSourceOptions(config, { entities: [], migrations: [] }));
  await writer.query('CREATE TABLE rows (id INTEGER PRIMARY KEY)');
  database = new Database(writer, await openReader(writer));
  groups = [];
  const statementsFor = (ids: readonly number[]) =>
    insertStatement(
      'sqlite',
      'rows',
      SHAPE,
      ids.map(id => [id]),
    );
  queue = new GroupQueue<number, string>(new UnitOfWork(database), {
    script: ids => {
      groups.push([...ids]);
      return statementsFor(ids).map(statement => ({ statement }));
    },
    scripted: 'stored',
    run: async (manager, ids) => {
      for (const id of ids) await manager.query('INSERT INTO rows VALUES (?)', [id]);
      return ids.map(() => 'stored');
    },
    isUrgent: true,
  });
});
afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

function behind(id: number): Promise<string> {
  return new Promise((resolve, reject) => queue.addBehind(id, { resolve, reject }));
}

async function storedIds(): Promise<readonly number[]> {
  const rows: { id: number }[] = await database.read.query('SELECT id FROM rows ORDER BY id');
  return rows.map(({ id }) => id);
}

describe('operations that nobody waits for', () => {
  it('begin at once after a pause, and then gather', async () => {
    const all = [behind(1)];
    await pause(3);
    all.push(behind(2));
    await pause(1);
    all.push(behind(3));
    expect(await Promise.all(all)).toEqual(['stored', 'stored', 'stored']);
    expect(groups).toEqual([[1], [2, 3]]);
    expect(await storedIds()).toEqual([1, 2, 3]);
  });

  it('go with the next one that is waited for, which is not delayed', async () => {
    await behind(1);
    const gathered = behind(2);
    await queue.add(3);
    expect(groups).toEqual([[1], [2, 3]]);
    expect(await gathered).toBe('stored');
  });

  it('are told apart when one of them fails', async () => {
    await behind(1);
    const results = await Promise.allSettled([behind(2), behind(1), behind(3)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await storedIds()).toEqual([1, 2, 3]);
  });

  it('are all stored, however many come', async () => {
    const count = 2000;
    await Promise.all(Array.from({ length: count }, (_, id) => behind(id)));
    expect(await storedIds()).toHaveLength(count);
    expect(groups.length).toBeLessThan(10);
  });
});
