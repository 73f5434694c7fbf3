import { type LogPageView } from '@contracts';
import { Database, UnitOfWork } from '@platform';
import { type Logger } from 'typeorm';
import { must } from '../support/clients/factories';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const ROWS = 400_000;
/** So many users have rows, one after another. */
const USERS = 200;

/** What PostgreSQL says of a step of a plan. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Step[];
}

function stepsOf(step: Step): readonly Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}

describeWith('postgres', 'the plans of PostgreSQL for a long log', () => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    app = await startTestApp({ databaseUrl: database.url });
    const { id = 0, username = '' } = app.user.user ?? {};
    const other = `(${id} + 1 + place % ${USERS})`;
    await app.nest.get(Database).withoutLimits(async runner => {
      await runner.query(`INSERT INTO logs (user_id, created_at_ms, type, content, username, other)
        SELECT CASE WHEN place % ${USERS} = 0 THEN ${id} ELSE ${other} END, ${Date.now()} - ${ROWS} + place, 5, '',
          CASE WHEN place % ${USERS} = 0 THEN '${username}' ELSE 'person' || ${other} END, '{}'
        FROM generate_series(1, ${ROWS}) AS place`);
      await runner.query('ANALYZE logs');
    });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  /** Calls the server. @returns the statements that it read the log with, and their parameters */
  async function statementsOf(call: () => Promise<unknown>): Promise<readonly (readonly [string, unknown[]])[]> {
    const { connection } = app.nest.get(Database).read;
    const before = connection.logger;
    const seen: (readonly [string, unknown[]])[] = [];
    const logQuery = (sql: string, parameters: unknown[] = []) => void seen.push([sql, parameters]);
    connection.logger = { logQuery, logQueryError: () => undefined } as unknown as Logger;
    await call().finally(() => (connection.logger = before));
    return seen.filter(([sql]) => sql.includes('"logs"'));
  }

  async function planOf([sql, parameters]: readonly [string, unknown[]]): Promise<readonly Step[]> {
    const rows: { 'QUERY PLAN': [{ Plan: Step }] }[] = await app.nest
      .get(Database)
      .read.query(`EXPLAIN (FORMAT JSON) ${sql}`, parameters);
    return stepsOf(rows[0]!['QUERY PLAN'][0].Plan);
  }

  it('read the newest rows of a user by name in their order, and do not sort all of them', async () => {
    const name = app.user.user?.username ?? '';
    const statements = await statementsOf(async () => {
      const page = await must(app.admin.get<LogPageView>(`/api/log/?username=${name}&page_size=100`));
      expect([page.total, page.items.length]).toEqual([ROWS / USERS + 1, 100]); // one tells of the account itself
    });
    expect(statements).toHaveLength(2); // the rows, and how many there are
    for (const statement of statements) {
      const steps = await planOf(statement);
      expect(steps.map(step => step['Node Type'])).not.toContain('Sort');
      expect(steps.map(step => step['Index Name'] ?? '').join(' ')).not.toContain('username');
    }
  });

  it('are made without a compiler, which takes longer than most of the statements', async () => {
    expect(await app.nest.get(Database).read.query('SHOW jit')).toEqual([{ jit: 'off' }]);
    await app.nest
      .get(UnitOfWork)
      .run(async manager => expect(await manager.query('SHOW jit')).toEqual([{ jit: 'off' }]));
  });

  it('know a disk without moving parts, unless the server was set up for another one', async () => {
    const pageCost = () => app.nest.get(Database).read.query('SHOW random_page_cost') as Promise<unknown>;
    expect(await pageCost()).toEqual([{ random_page_cost: '1.1' }]);
    const owner = new URL(database.url);
    await app.nest.get(Database).read.query(`ALTER DATABASE ${owner.pathname.slice(1)} SET random_page_cost = 3`);
    const other = await startTestApp({ databaseUrl: database.url });
    expect(await other.nest.get(Database).read.query('SHOW random_page_cost')).toEqual([{ random_page_cost: '3' }]);
    await other.close();
  });
});
