import { LogTables } from '@log';
import { type UnitOfWork } from '@platform';
import { type EntityManager } from 'typeorm';
import { describeWith } from '../support/servers/databases';
import { openChargedLog, QUOTA, type ChargingNode } from '../support/scenes/charged-log-scene';

const ROWS = 12_345;
/** Rows of a unit of work: what is copied or removed at once, and the note how far it is. */
const COPIED_MAX = 2001;
const REMOVED_MAX = 10_000;
const NOW_MS = Date.UTC(2026, 10, 23, 12);

describeWith('sqlite', 'a long log without the indexes of this version', () => {
  let scene: Awaited<ReturnType<typeof openChargedLog>>;
  let node: ChargingNode;

  beforeEach(async () => {
    scene = await openChargedLog('sqlite');
    node = scene.node('rows');
    await scene.bench.openUser(1, QUOTA);
    await scene.bench.openToken(1, QUOTA);
    // As a version made it that had none of these indexes.
    for (const name of ['token_name_created_at_ms', 'model_name_created_at_ms']) {
      await scene.query(`DROP INDEX index_logs_${name}`);
    }
    await scene.query('CREATE INDEX index_logs_token_id_id ON logs (token_id, id)');
    await scene.query(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS})
       INSERT INTO logs (user_id, created_at_ms, type, content, username, other)
       SELECT n % 7 + 1, ${NOW_MS - 100_000_000} + n, 5, 'row ' || n, 'person', '{}' FROM numbers`,
    );
  });
  afterEach(() => scene.close());

  const count = async (sql: string) =>
    Number((await scene.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`))[0]?.n);
  const totalChanges = async () => Number((await scene.query<{ n: number }>('SELECT total_changes() AS n'))[0]?.n);

  /** Prepares the log; in front of each unit of work something else may write. @returns changes of rows, by unit */
  async function prepare(between: (unit: number, tables: LogTables) => Promise<unknown> = async () => undefined) {
    const changes: number[] = [];
    const counting = {
      run: async <Result>(work: (manager: EntityManager) => Promise<Result>) => {
        await between(changes.length, tables);
        return scene.bench.unitOfWork.run(async manager => {
          const before = await totalChanges();
          const result = await work(manager);
          changes.push((await totalChanges()) - before);
          return result;
        });
      },
    } as unknown as UnitOfWork; // the only method that is called
    const tables = new LogTables(scene.bench.database, counting);
    await tables.prepare();
    return changes;
  }

  async function expectPresentForm(): Promise<void> {
    const indexes = await scene.query<{ columns: string }>(
      `SELECT (SELECT group_concat(name, ', ') FROM pragma_index_info(list.name)) AS columns
       FROM pragma_index_list('logs') AS list ORDER BY 1`,
    );
    expect(indexes.map(({ columns }) => columns)).toEqual([
      'channel_id, created_at_ms',
      'created_at_ms',
      'created_at_ms, charge_key',
      'model_name, created_at_ms',
      'token_name, created_at_ms',
      'user_id, created_at_ms',
    ]);
    const rests = await scene.query("SELECT name FROM sqlite_master WHERE name LIKE 'logs_%'");
    expect(rests).toEqual([]);
  }

  it('gets them by units of work that each change a batch of rows', async () => {
    const before = await scene.query('SELECT * FROM logs ORDER BY id');
    const changes = await prepare();
    expect(changes.length).toBeGreaterThan(ROWS / COPIED_MAX);
    const copying = changes.slice(0, Math.ceil(ROWS / COPIED_MAX) + 1);
    expect(Math.max(...copying)).toBeLessThanOrEqual(COPIED_MAX);
    expect(Math.max(...changes)).toBeLessThanOrEqual(REMOVED_MAX);
    expect(await scene.query('SELECT * FROM logs ORDER BY id')).toEqual(before);
    await expectPresentForm();
    expect(await prepare()).toEqual([]);
  });

  it('keeps every charge, change and removal that comes meanwhile', async () => {
    await scene.charge(node, { id: 'before', atMs: NOW_MS });
    let charges = 0;
    await prepare(async unit => {
      await scene.charge(node, { id: `call ${unit}`, atMs: NOW_MS + unit });
      charges += 1;
      await scene.query(`UPDATE logs SET content = 'changed' WHERE id IN (${unit + 1}, ${ROWS - unit})`);
      await scene.query(`DELETE FROM logs WHERE id IN (${unit + 101}, ${ROWS - 100 - unit})`);
    });
    await scene.charge(node, { id: 'after', atMs: NOW_MS + 1_000_000 });
    expect(await count("logs WHERE request_id LIKE 'call %' AND charge_key IS NOT NULL")).toBe(charges);
    expect(await count("logs WHERE request_id IN ('before', 'after')")).toBe(2);
    expect(await count("logs WHERE content = 'changed'")).toBe(2 * charges);
    expect(await count('logs')).toBe(ROWS + 2 + charges - 2 * charges);
    await expectPresentForm();
  });

  it('gives no number of a row twice, also where the newest were removed', async () => {
    const [last] = await scene.query<{ id: number }>('SELECT MAX(id) AS id FROM logs');
    await scene.query(`DELETE FROM logs WHERE id > ${ROWS - 50}`);
    await prepare();
    await scene.charge(node, { id: 'next', atMs: NOW_MS });
    const [next] = await scene.query<{ id: number }>("SELECT id FROM logs WHERE request_id = 'next'");
    expect(next?.id).toBe(Number(last?.id) + 1);
  });

  it.each([1, 4, 7, 9])('is whole where a server ends at unit %d, and the next one goes on', async end => {
    const units = await prepare(async (unit, tables) => {
      if (unit === end) await tables.beforeApplicationShutdown();
    });
    expect(units.length).toBe(end + 1);
    expect(await count('logs')).toBe(ROWS);
    await scene.charge(node, { id: 'between', atMs: NOW_MS });
    await prepare();
    expect(await count('logs')).toBe(ROWS + 1);
    await expectPresentForm();
  });
});
