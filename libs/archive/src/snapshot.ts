import { dialectOf, type DatabaseDialect } from '@platform';
import { type DataSource, type QueryRunner } from 'typeorm';

/** The statements that make everything that follows see one moment of the database. */
const BEGIN: Readonly<Record<DatabaseDialect, readonly string[]>> = {
  // The moment is that of the first statement that reads.
  sqlite: ['BEGIN', 'SELECT COUNT(*) FROM sqlite_master'],
  postgres: ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'],
  mysql: [
    'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
  ],
};

/** Reads one moment of a database, beside a server that goes on writing. */
export async function withSnapshot<Result>(
  dataSource: DataSource,
  read: (runner: QueryRunner) => Promise<Result>,
): Promise<Result> {
  const runner = dataSource.createQueryRunner();
  for (const statement of BEGIN[dialectOf(dataSource)]) await runner.query(statement);
  try {
    return await read(runner);
  } finally {
    await runner.query('ROLLBACK').catch(() => undefined); // the connection ends with the command anyway
    await runner.release();
  }
}
