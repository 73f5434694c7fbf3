import { Injectable } from '@nestjs/common';
import {
  dialectOf,
  insertStatement,
  runStatements,
  type BatchStatement,
  type DatabaseDialect,
  type Rider,
  type RiderSink,
  type RowSetShape,
  type RowValue,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { ChargeRows } from './charge-rows';
import { clipped } from './clipped';
import { errorStatements } from './error-hours';
import { type LogRecord } from './log-record';
import { usageStatements } from './usage-hours';
import { shareStatements } from './usage-shares';

const SHAPE: RowSetShape = {
  user_id: 'integer',
  created_at_ms: 'integer',
  type: 'integer',
  content: 'text',
  username: 'text',
  token_name: 'text',
  token_id: 'integer',
  token_group: 'text',
  model_name: 'text',
  quota: 'integer',
  prompt_tokens: 'integer',
  completion_tokens: 'integer',
  use_time_ms: 'integer',
  is_stream: 'integer',
  channel_id: 'integer',
  client_ip: 'text',
  request_id: 'text',
  other: 'text',
  charge_key: 'integer',
  cost: 'integer',
  team_id: 'integer',
  tags: 'text',
};

/** Appends log rows: many at once beside a movement of money, or one inside any unit of work. */
@Injectable()
export class LogStore implements RiderSink<LogRecord> {
  readonly name = 'logs';
  /** Rows that are the movements of their charges. */
  readonly movementRows = new ChargeRows({
    name: 'charged logs',
    statementsFor: (dialect, rows) => rowStatements(dialect, rows),
  });

  async append(manager: EntityManager, record: LogRecord): Promise<void> {
    await this.writeAll(manager, [record]);
  }

  /** The row as a rider: it commits with the charge it explains, or neither does. */
  rider(record: LogRecord): Rider {
    return { sink: this as RiderSink<unknown>, row: record };
  }

  async writeAll(manager: EntityManager, records: readonly LogRecord[]): Promise<void> {
    await runStatements(manager, this.statementsFor(dialectOf(manager.connection), records));
  }

  statementsFor(dialect: DatabaseDialect, records: readonly LogRecord[]): readonly BatchStatement[] {
    return rowStatements(
      dialect,
      records.map(record => ({ record, key: null })),
    );
  }
}

/** @param rows with the key of each where it is the movement of a charge */
function rowStatements(
  dialect: DatabaseDialect,
  rows: readonly { readonly record: LogRecord; readonly key: number | null }[],
): readonly BatchStatement[] {
  const nowMs = Date.now();
  const values = rows.map(({ record, key }) => toRow(record, key, nowMs));
  const records = rows.map(({ record }) => record);
  return [
    ...insertStatement(dialect, 'logs', SHAPE, values),
    ...usageStatements(dialect, records, nowMs),
    ...errorStatements(dialect, records, nowMs),
    ...shareStatements(dialect, records, nowMs),
  ];
}

function toRow(record: LogRecord, key: number | null, nowMs: number): readonly RowValue[] {
  return [
    record.userId,
    record.createdAtMs ?? nowMs,
    record.type,
    record.content ?? '',
    clipped(record.username, 64),
    clipped(record.tokenName, 64),
    record.tokenId ?? 0,
    clipped(record.tokenGroup, 64),
    clipped(record.modelName, 255),
    record.quota ?? 0,
    record.promptTokens ?? 0,
    record.completionTokens ?? 0,
    record.useTimeMs ?? 0,
    record.isStream ? 1 : 0,
    record.channelId ?? 0,
    clipped(record.clientIp, 64),
    clipped(record.requestId, 64),
    record.other ?? '',
    key,
    record.cost ?? null,
    record.teamId ?? null,
    record.tags || null,
  ];
}
