import { LogType } from '@contracts';
import { storableText, upsertStatement, type BatchStatement, type DatabaseDialect } from '@platform';
import { clipped } from './clipped';
import { type LogRecord } from './log-record';
import { hourOf } from './usage-hours';

const ERROR_HOURS = {
  table: 'error_hours',
  key: ['hour_at_ms', 'user_id', 'channel_id', 'model_name'],
  onConflict: 'add',
  shape: {
    hour_at_ms: 'integer',
    user_id: 'integer',
    channel_id: 'integer',
    model_name: 'text',
    error_count: 'integer',
  },
} as const;

type ErrorRow = [hourAtMs: number, userId: number, channelId: number, model: string, count: number];

/** Counts failed calls in their hours, in the same unit as their log rows; charged calls cost nothing here. */
export function errorStatements(
  dialect: DatabaseDialect,
  records: readonly LogRecord[],
  nowMs: number,
): readonly BatchStatement[] {
  const rows = new Map<string, ErrorRow>();
  for (const record of records) {
    if (record.type !== LogType.Error) continue;
    const hourAtMs = hourOf(record.createdAtMs ?? nowMs);
    const { userId, channelId = 0 } = record;
    const model = storableText(clipped(record.modelName, 255));
    const key = `${hourAtMs} ${userId} ${channelId} ${model}`;
    const row = rows.get(key) ?? [hourAtMs, userId, channelId, model, 0];
    row[4] += 1;
    rows.set(key, row);
  }
  return upsertStatement(dialect, ERROR_HOURS, [...rows.values()].sort(byKey));
}

/** In the order of their keys, so that two groups never wait for each other. */
function byKey(one: ErrorRow, other: ErrorRow): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || (one[3] < other[3] ? -1 : 1);
}
