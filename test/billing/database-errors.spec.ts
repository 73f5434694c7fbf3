import { databaseErrorKind, isConflict, isLockTimeout, isUniqueViolation } from '@platform';
import { DataSource, type QueryRunner } from 'typeorm';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';

/** Provokes real errors of each database. */
for (const dialect of DIALECTS) {
  describeWith(dialect, `an error of ${dialect}`, () => {
    let database: TestDatabase;
    let source: DataSource;

    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      source = await open();
      await source.query(
        'CREATE TABLE things (id INTEGER PRIMARY KEY, name VARCHAR(10) NOT NULL UNIQUE, amount BIGINT CHECK (amount >= 0))',
      );
      await source.query("INSERT INTO things VALUES (1, 'a', 1), (2, 'b', 1)");
    });
    afterAll(async () => {
      await source.destroy();
      await database.drop();
    });

    const open = () => {
      const file = database.url.slice('sqlite:'.length);
      const options =
        dialect === 'sqlite'
          ? ({ type: 'sqlite', database: file, enableWAL: true, busyTimeout: 100 } as const)
          : ({ type: dialect, url: database.url } as const);
      return new DataSource(options).initialize();
    };
    const errorOf = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => 'nothing went wrong',
        (error: unknown) => error,
      );
    const failing = async (sql: string, runner?: QueryRunner) =>
      errorOf(runner ? runner.query(sql) : source.query(sql));

    it.each([
      ['a key that is taken', "INSERT INTO things VALUES (1, 'c', 1)"],
      ['a unique column', "INSERT INTO things VALUES (3, 'a', 1)"],
      ['an empty column', 'INSERT INTO things VALUES (3, NULL, 1)'],
      ['a check', "INSERT INTO things VALUES (3, 'c', -1)"],
    ])('about %s is a constraint', async (_name, sql) => {
      const error = await failing(sql);
      expect(databaseErrorKind(error)).toBe('constraint');
      expect(isUniqueViolation(error)).toBe(dialect === 'sqlite' || /taken|unique/.test(_name));
    });

    const badData: Readonly<Record<typeof dialect, readonly string[]>> = {
      sqlite: [
        "SELECT json_extract('{', '$')",
        'SELECT SUM(big) FROM (SELECT 9223372036854775807 AS big UNION ALL SELECT 1)',
      ],
      postgres: [
        "INSERT INTO things VALUES (3, 'longer than ten', 1)",
        "INSERT INTO things VALUES (3, 'c', 9223372036854775807 + 1)",
        "SELECT '{'::jsonb",
      ],
      mysql: [
        "INSERT INTO things VALUES (3, 'longer than ten', 1)",
        "INSERT INTO things VALUES (3, 'c', 9223372036854775807 + 1)",
        "INSERT INTO things VALUES (3, 'c', 'many')",
      ],
    };
    it.each(badData[dialect])('about a value is one of data: %s', async sql => {
      expect(databaseErrorKind(await failing(sql))).toBe('data');
    });

    it.each(['SELEKT 1', 'SELECT * FROM nothing_of_this_name'])(
      'about the statement is none of these: %s',
      async sql => {
        expect(databaseErrorKind(await failing(sql))).toBe('other');
      },
    );

    it('about a row or file that another process has locked is temporary', async () => {
      const other = await open();
      const holder = source.createQueryRunner();
      const waiter = other.createQueryRunner();
      if (dialect === 'sqlite') await holder.query('BEGIN IMMEDIATE');
      else await holder.startTransaction();
      await holder.query('UPDATE things SET amount = 2 WHERE id = 1');
      if (dialect === 'postgres') await waiter.query('SET lock_timeout = 100');
      if (dialect === 'mysql') await waiter.query('SET SESSION innodb_lock_wait_timeout = 1');
      const error = await failing('UPDATE things SET amount = 3 WHERE id = 1', waiter);
      await holder.query('ROLLBACK');
      await waiter.release();
      await other.destroy();
      expect(databaseErrorKind(error)).toBe('transient');
      expect(isLockTimeout(error)).toBe(dialect !== 'sqlite');
      expect(isConflict(error)).toBe(false);
    });

    it('about a read-only database passes', async () => {
      const reader = source.createQueryRunner();
      const begin = {
        sqlite: 'PRAGMA query_only = ON',
        postgres: 'BEGIN READ ONLY',
        mysql: 'START TRANSACTION READ ONLY',
      };
      await reader.query(begin[dialect]);
      const error = await failing('UPDATE things SET amount = 3 WHERE id = 1', reader);
      await reader.query(dialect === 'sqlite' ? 'PRAGMA query_only = OFF' : 'ROLLBACK');
      await reader.release();
      expect(databaseErrorKind(error)).toBe('transient');
    });

    if (dialect === 'sqlite') {
      it('about a full disk passes', async () => {
        const [size]: { page_count: number }[] = await source.query('PRAGMA page_count');
        await source.query(`PRAGMA max_page_count = ${size?.page_count}`);
        await source.query('CREATE TABLE large (text TEXT)').catch(() => undefined);
        const error = await failing('CREATE TABLE larger AS SELECT hex(zeroblob(200000)) AS text');
        await source.query('PRAGMA max_page_count = 1000000');
        expect(databaseErrorKind(error)).toBe('transient');
      });
      return;
    }

    it('about a statement that takes too long passes', async () => {
      const runner = source.createQueryRunner();
      await runner.query(
        dialect === 'postgres' ? 'SET statement_timeout = 100' : 'SET SESSION max_statement_time = 0.1',
      );
      const slow = dialect === 'postgres' ? 'SELECT pg_sleep(5)' : 'SELECT BENCHMARK(2000000000, MD5(1)) FROM things'; // SLEEP is only cut short, without an error
      const error = await failing(slow, runner);
      await runner.query(dialect === 'postgres' ? 'SET statement_timeout = 0' : 'SET SESSION max_statement_time = 0');
      await runner.release();
      expect(databaseErrorKind(error)).toBe('transient');
    });

    it('about a deadlock passes, and the work may run again at once', async () => {
      const [first, second] = [source.createQueryRunner(), source.createQueryRunner()];
      await Promise.all([first.startTransaction(), second.startTransaction()]);
      await first.query('UPDATE things SET amount = 5 WHERE id = 1');
      await second.query('UPDATE things SET amount = 5 WHERE id = 2');
      const results = await Promise.all([
        failing('UPDATE things SET amount = 6 WHERE id = 2', first),
        failing('UPDATE things SET amount = 6 WHERE id = 1', second),
      ]);
      await Promise.all([first.query('ROLLBACK'), second.query('ROLLBACK')]);
      await Promise.all([first.release(), second.release()]);
      const victim = results.find(result => result instanceof Error);
      expect([databaseErrorKind(victim), isConflict(victim)]).toEqual(['transient', true]);
    });

    it('about a session that the operator ends passes', async () => {
      const runner = source.createQueryRunner();
      const sql = dialect === 'postgres' ? 'SELECT pg_backend_pid() AS id' : 'SELECT CONNECTION_ID() AS id';
      const [{ id }] = await runner.query(sql);
      const sleeping = failing(dialect === 'postgres' ? 'SELECT pg_sleep(20)' : 'SELECT SLEEP(20)', runner);
      await source.query(dialect === 'postgres' ? `SELECT pg_terminate_backend(${id})` : `KILL ${id}`);
      expect(databaseErrorKind(await sleeping)).toBe('transient');
      await runner.release().catch(() => undefined); // gone already
    });

    it('about a server that is not there passes', async () => {
      const url = new URL(database.url);
      url.port = '1';
      expect(
        databaseErrorKind(await errorOf(new DataSource({ type: dialect, url: url.toString() }).initialize())),
      ).toBe('transient');
    });
  });
}
