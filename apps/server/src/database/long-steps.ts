import { dialectOf, type DatabaseDialect } from '@platform';
import { type DataSource } from 'typeorm';

/** What makes a step take as long as a table is large. */
interface LongStep {
  readonly dialects: readonly DatabaseDialect[];
  readonly table: string;
  readonly what: string;
  /** Rows that it gets through in a second, on two cores. */
  readonly rowsPerSecond: number;
}

/** Steps over tables that may be long; all others take less than a second. Measured: docs/operate/upgrade.md. */
const LONG_STEPS: Readonly<Record<string, LongStep>> = {
  ExactTexts1700000000005: { dialects: ['mysql'], table: 'movements', what: 'rewrites', rowsPerSecond: 130_000 },
  LogIndexes1700000000008: {
    dialects: ['sqlite'],
    table: 'logs',
    what: 'once it serves, copies',
    rowsPerSecond: 25_000,
  },
};

/** What is said of a step that takes longer than a second on these tables; null for all others. */
export async function longStep(source: DataSource, name: string): Promise<string | null> {
  const step = LONG_STEPS[name];
  const dialect = dialectOf(source);
  if (!step?.dialects.includes(dialect)) return null;
  const rows = await aboutRows(source, dialect, step.table);
  const seconds = Math.round(rows / step.rowsPerSecond);
  return seconds < 1 ? null : `${step.what} about ${rows} rows of ${step.table}, about ${seconds} s`;
}

/** Ids are counted up, so the last one is about the number of rows. */
async function aboutRows(source: DataSource, dialect: DatabaseDialect, table: string): Promise<number> {
  if (dialect === 'postgres') return 0;
  const [row]: { rows_about: number | string | null }[] = await source.query(
    `SELECT MAX(id) - MIN(id) + 1 AS rows_about FROM ${table}`,
  );
  return Number(row?.rows_about ?? 0);
}
