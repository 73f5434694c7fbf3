import { type LogTypeValue } from '@contracts';

/** Rows of a type that were made before a time are too old. */
export interface LogAge {
  readonly type: LogTypeValue;
  readonly beforeMs: number;
}

/** The condition that a row is too old. */
export function agedSql(ages: readonly LogAge[]): string {
  if (ages.length === 0) return '1 = 0';
  return ages.map(({ type, beforeMs }) => `type = ${type} AND created_at_ms < ${beforeMs}`).join(' OR ');
}
