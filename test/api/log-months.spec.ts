import { join } from 'node:path';
import { ClosingMovements } from '@billing';
import { LogStore, LogTables } from '@log';
import { DataSource } from 'typeorm';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { openLedger, type LedgerUnderTest } from '../support/servers/ledger-under-test';

const NOW_MS = Date.UTC(2026, 10, 23, 12);
const DROP_KEYS = 'DROP INDEX index_logs_created_at_ms_charge_key';
const logs = new LogStore();

/** The log of a PostgreSQL database of its own. */
async function openLog(dialect: 'postgres' | 'mysql' = 'postgres') {
  const database: TestDatabase = await createTestDatabase(dialect);
  const bench: LedgerUnderTest = await openLedger(database.url, join(__dirname, '../../config'));
  const query = <Row>(sql: string): Promise<Row[]> => bench.database.read.query(sql);
  return {
    url: database.url,
    tables: new LogTables(bench.database, bench.unitOfWork),
    append: (username: string, ...times: readonly number[]) =>
      bench.unitOfWork.run(manager =>
        logs.writeAll(
          manager,
          times.map(createdAtMs => ({ userId: 1, type: 2, username, createdAtMs })),
        ),
      ),
    query,
    partitions: async () =>
      (
        await query<{ name: string }>(
          "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = to_regclass('logs') ORDER BY 1",
        )
      ).map(({ name }) => name),
    /** Names of rows and the partition in which each lies. */
    places: async () =>
      Object.fromEntries(
        (
          await query<{ username: string; place: string }>(
            'SELECT username, tableoid::regclass::text AS place FROM logs',
          )
        ).map(({ username, place }) => [username, place]),
      ),
    count: async () => Number((await query<{ count: string }>('SELECT COUNT(*) AS count FROM logs'))[0]?.count),
    close: async () => {
      await bench.database.close();
      await database.drop();
    },
  };
}

describeWith('postgres', 'the months of the log', () => {
  let log: Awaited<ReturnType<typeof openLog>>;
  beforeAll(async () => {
    log = await openLog();
    await log.tables.prepare(NOW_MS);
  });
  afterAll(() => log.close());

  it('are there before their time comes', async () => {
    expect(await log.partitions()).toEqual([
      ...['logs_202611', 'logs_202612', 'logs_202701', 'logs_before', 'logs_later'],
    ]);
  });

  it('take each row by its time, late and early ones too', async () => {
    await log.append('now', NOW_MS);
    await log.append('first of the next', Date.UTC(2026, 11, 1));
    await log.append('last of this', Date.UTC(2026, 11, 1) - 1);
    await log.append('late for years', 1);
    await log.append('from a clock that is wrong', Date.UTC(2031, 0, 1));
    expect(await log.places()).toEqual({
      now: 'logs_202611',
      'first of the next': 'logs_202612',
      'last of this': 'logs_202611',
      'late for years': 'logs_before',
      'from a clock that is wrong': 'logs_later',
    });
  });

  it('go on with the clock, and a row that came before its month moves into it', async () => {
    await log.append('before its month', Date.UTC(2027, 1, 7));
    await log.tables.prepare(Date.UTC(2026, 11, 1));
    await log.tables.prepare(Date.UTC(2026, 11, 1));
    expect(await log.partitions()).toContain('logs_202702');
    expect((await log.places())['before its month']).toBe('logs_202702');
    expect(await log.count()).toBe(6);
  });

  it('number all rows without a repetition', async () => {
    const ids = (await log.query<{ id: string }>('SELECT id FROM logs')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are dropped whole when they are over, and late rows are still taken', async () => {
    const drop = (beforeMs: number) => log.tables.dropBefore(beforeMs, new ClosingMovements(), Date.UTC(2027, 0, 1));
    expect(await drop(Date.UTC(2026, 11, 1) - 1)).toBe(1); // the one of years ago
    expect(await drop(Date.UTC(2026, 11, 1))).toBe(2);
    expect(await log.partitions()).not.toContain('logs_202611');
    expect(Object.keys(await log.places()).sort()).toEqual([
      ...['before its month', 'first of the next', 'from a clock that is wrong'],
    ]);
    await log.append('late for November', NOW_MS);
    expect((await log.places())['late for November']).toBe('logs_before');
  });
});

describeWith('postgres', 'a log that has rows already', () => {
  let log: Awaited<ReturnType<typeof openLog>>;
  beforeEach(async () => {
    log = await openLog();
    await log.query(DROP_KEYS); // as an earlier version made the table
    await log.append('old', ...Array.from({ length: 500 }, (_, at) => NOW_MS - at * 86_400_000));
  });
  afterEach(() => log.close());

  it('gets months without losing a row, and goes on being written', async () => {
    const [{ id: lastBefore } = { id: '' }] = await log.query<{ id: string }>('SELECT MAX(id) AS id FROM logs');
    await log.tables.prepare(NOW_MS);
    await log.append('new', NOW_MS);
    expect(await log.count()).toBe(501);
    const [row] = await log.query<{ id: string }>("SELECT id FROM logs WHERE username = 'new'");
    expect(Number(row?.id)).toBeGreaterThan(Number(lastBefore));
    expect(await log.partitions()).toEqual(expect.arrayContaining(['logs_before', 'logs_later']));
  });

  /** Statements in front of which the preparation is killed, one after the other. */
  const STEPS = ['CREATE INDEX CONCURRENTLY index_logs_model_name', 'VALIDATE', 'ATTACH PARTITION', 'DROP CONSTRAINT'];

  it.each(STEPS)('reads right after a kill in front of %s, and the next preparation finishes', async step => {
    const killed = await killedAt(log, step);
    expect(killed).toBe(true);
    expect(await log.count()).toBe(500);
    await log.append('between', NOW_MS + 1);
    expect(await log.count()).toBe(501);
    await log.tables.prepare(NOW_MS);
    expect(await log.count()).toBe(501);
    expect(await log.partitions()).toEqual(expect.arrayContaining(['logs_before', 'logs_later']));
    const invalid = await log.query('SELECT 1 FROM pg_index WHERE NOT indisvalid');
    expect(invalid).toEqual([]);
    const [rests] = await log.query<{ count: string }>(
      "SELECT COUNT(*) AS count FROM pg_constraint WHERE conrelid = 'logs_before'::regclass AND contype IN ('p', 'c')",
    );
    expect(rests?.count).toBe('0');
  });

  it('gets the index of the keys in months that an earlier version made', async () => {
    await log.tables.prepare(NOW_MS);
    await log.query(DROP_KEYS);
    expect(await log.tables.hasChargeIndex()).toBe(false);
    for (const step of ['CREATE UNIQUE INDEX CONCURRENTLY index_logs_before', 'ATTACH PARTITION index_logs_202702']) {
      expect(await killedAt(log, step)).toBe(true);
      expect(await log.tables.hasChargeIndex()).toBe(false);
      await log.append('between', NOW_MS);
    }
    await log.tables.prepare(NOW_MS);
    expect(await log.tables.hasChargeIndex()).toBe(true);
    expect(await log.query('SELECT 1 FROM pg_index WHERE NOT indisvalid')).toEqual([]);
    expect(await log.count()).toBe(502);
  });

  it('is prepared by one of two nodes that start together', async () => {
    await Promise.all([log.tables.prepare(NOW_MS), log.tables.prepare(NOW_MS)]);
    expect(await log.count()).toBe(500);
    expect(await log.partitions()).toContain('logs_before');
  });
});

describeWith('mysql', 'a log on MariaDB', () => {
  it('gets its indexes while it is there, and no others', async () => {
    const log = await openLog('mysql');
    try {
      await log.query(`${DROP_KEYS} ON logs`); // as an earlier version made the table
      expect(await log.tables.hasChargeIndex()).toBe(false);
      await log.append('old', NOW_MS);
      await log.tables.prepare(NOW_MS);
      await log.tables.prepare(NOW_MS);
      expect(await log.tables.hasChargeIndex()).toBe(true);
      const rows = await log.query<{ name: string }>(
        `SELECT DISTINCT index_name AS name FROM information_schema.statistics
         WHERE table_schema = DATABASE() AND table_name = 'logs' ORDER BY 1`,
      );
      expect(rows.map(({ name }) => name)).toEqual([
        'index_logs_channel_id_created_at_ms',
        'index_logs_created_at_ms',
        'index_logs_created_at_ms_charge_key',
        'index_logs_model_name_created_at_ms',
        'index_logs_token_name_created_at_ms',
        'index_logs_user_id_created_at_ms',
        'PRIMARY',
      ]);
      expect(await log.count()).toBe(1);
      expect(await log.tables.dropBefore(NOW_MS + 1, new ClosingMovements())).toBe(0);
    } finally {
      await log.close();
    }
  });
});

/** Ends the connection of a preparation when it comes to a statement, as a kill of its process does. */
async function killedAt({ tables, url }: { tables: LogTables; url: string }, step: string): Promise<boolean> {
  const other = await new DataSource({ type: 'postgres', url }).initialize();
  const createQueryRunner = jest.spyOn(DataSource.prototype, 'createQueryRunner');
  let isKilled = false;
  createQueryRunner.mockImplementation(function (this: DataSource, mode) {
    const runner = this.driver.createQueryRunner(mode ?? 'master');
    const query = runner.query.bind(runner);
    runner.query = async (...parts: Parameters<typeof query>) => {
      if (!isKilled && parts[0].includes(step)) {
        isKilled = true;
        const [{ pid }] = (await query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
        await other.query(`SELECT pg_terminate_backend(${pid})`);
      }
      return query(...parts) as Promise<never>;
    };
    return runner;
  });
  try {
    await expect(tables.prepare(NOW_MS)).rejects.toThrow();
  } finally {
    createQueryRunner.mockRestore();
    await other.destroy();
  }
  return isKilled;
}
