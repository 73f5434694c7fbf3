import { dialectOf, execute, upsertSql, type DatabaseDialect } from '@platform';
import { type EntityManager } from 'typeorm';
import { AMOUNT_COLUMNS } from './usage-hours';
import { SUM_COLUMNS, USAGE_DIMENSIONS, type UsageDimensionName } from './usage-dimensions';

const KEY = ['dimension', 'value', 'hour_at_ms', ...SUM_COLUMNS];
const SUMS = AMOUNT_COLUMNS;
const TARGET = { table: 'usage_sums', key: KEY, onConflict: 'replace' } as const;

/**
 * Sums up the figures of one hour by each dimension. Sums that stand already are replaced, since the figures of an hour
 * only ever grow. A row that is added meanwhile has marked the hour, and the mark stays.
 */
export async function sumHour(manager: EntityManager, hourAtMs: number): Promise<void> {
  const marks: { changes: number | string }[] = await manager.query(
    `SELECT changes FROM usage_late_hours WHERE hour_at_ms = ${hourAtMs}`,
  );
  for (const name of Object.keys(USAGE_DIMENSIONS) as UsageDimensionName[]) {
    await sumHourBy(manager, name, hourAtMs);
  }
  const [mark] = marks;
  if (!mark) return;
  // Removed last and only as it was read, so that nobody who adds to the hour waits for the sums, and none is missed.
  const removal = `DELETE FROM usage_late_hours WHERE hour_at_ms = ${hourAtMs} AND changes = ${Number(mark.changes)}`;
  await execute(manager, removal, []);
}

/** Sums up the figures of one hour by one dimension, as {@link sumHour} does by all. */
export async function sumHourBy(manager: EntityManager, name: UsageDimensionName, hourAtMs: number): Promise<void> {
  await execute(manager, dimensionSql(dialectOf(manager.connection), name, hourAtMs), []);
}

function dimensionSql(dialect: DatabaseDialect, name: UsageDimensionName, hourAtMs: number): string {
  const { number, of, columns } = USAGE_DIMENSIONS[name];
  const kept: readonly string[] = columns;
  const empty = (column: string) => (column === 'is_charted' ? '0' : "''");
  const value = of === null ? "''" : `CAST(usage_hours.${of} AS ${dialect === 'mysql' ? 'CHAR' : 'text'})`;
  const selected = [
    `${number} AS dimension`,
    `${value} AS value`,
    'hour_at_ms',
    ...SUM_COLUMNS.map(column => `${kept.includes(column) ? `usage_hours.${column}` : empty(column)} AS ${column}`),
    ...SUMS.map(column => `SUM(usage_hours.${column}) AS ${column}`),
  ];
  const groups = new Set(['hour_at_ms', ...(of === null ? [] : [of]), ...kept]);
  // The names with their table, since an empty column above has the name of one that is summed by.
  const groupBy = [...groups].map(column => `usage_hours.${column}`).join(', ');
  const read = `SELECT ${selected.join(', ')} FROM usage_hours WHERE hour_at_ms = ${hourAtMs} GROUP BY ${groupBy}`;
  // Written in the order in which they are read, so that PostgreSQL finds neighbours on the same page.
  const source = `${read} ORDER BY ${['value', ...kept].join(', ')}`;
  return upsertSql(dialect, TARGET, { columns: [...KEY, ...SUMS], source });
}
