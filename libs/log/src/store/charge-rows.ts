import { crc32 } from 'node:zlib';
import { LogType } from '@contracts';
import {
  dialectOf,
  rowSetParameter,
  rowSetSql,
  type ChargeFacts,
  type DatabaseDialect,
  type KeyStanding,
  type MovementRows,
  type Rider,
  type RiderSink,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { type LogRecord } from './log-record';

/** A consumption row that is the movement of its charge. */
export interface ChargeRow {
  readonly record: LogRecord;
  /** Unique among the rows of one millisecond. */
  readonly key: number;
}

/** Consumption rows that are the movements of their charges: docs/decisions/2026-11-log-row-as-movement.md. */
export class ChargeRows implements MovementRows<LogRecord> {
  private hasBegun = false;

  /** @param sink stores the rows with their keys */
  constructor(private readonly sink: RiderSink<ChargeRow>) {}

  /** From now on rows are movements; the unique index of their keys must exist, and every node must know such rows. */
  begin(): void {
    this.hasBegun = true;
  }

  get isInUse(): boolean {
    return this.hasBegun;
  }

  riderFor(record: LogRecord, charge: ChargeFacts): Rider | null {
    if (!saysAllOf(record, charge)) return null;
    const row: ChargeRow = { record, key: chargeKey(charge.id) };
    return { sink: this.sink as RiderSink<unknown>, row };
  }

  async find(manager: EntityManager, riders: readonly Rider[]): Promise<readonly KeyStanding[]> {
    if (riders.length === 0) return [];
    const rows = riders.map(({ row }) => row as ChargeRow); // riders that riderFor made
    const dialect = dialectOf(manager.connection);
    const keys = rowSetSql(dialect, { at_ms: 'integer', looked_key: 'integer' });
    const stored: { at_ms: number | string; found_key: number; request_id: string }[] = await manager.query(
      `SELECT created_at_ms AS at_ms, charge_key AS found_key, request_id FROM (${keys}) AS looked
       ${LOOKUP[dialect]} logs ON created_at_ms = looked.at_ms AND charge_key = looked.looked_key`,
      [rowSetParameter(rows.map(({ record, key }) => [record.createdAtMs ?? 0, key]))],
    );
    const removed: { source_id: string }[] = await manager.query(
      `SELECT source_id FROM movements WHERE source_id IN (${rowSetSql(dialect, { source_id: 'text' })})`,
      [rowSetParameter(rows.map(({ record, key }) => [chargeSource(record.requestId ?? '', key)]))],
    );
    const owners = new Map(stored.map(row => [`${row.at_ms}:${row.found_key}`, row.request_id]));
    const sources = new Set(removed.map(row => row.source_id));
    return rows.map(({ record, key }) => {
      const owner = owners.get(`${record.createdAtMs}:${key}`);
      if (owner === record.requestId || sources.has(chargeSource(record.requestId ?? '', key))) return 'stored';
      return owner === undefined ? 'free' : 'taken';
    });
  }
}

/**
 * How long a charge may wait on the disk of a node that is stopped. The row of a younger charge is not removed without a
 * movement of its own, by which a repetition finds it.
 */
const REPEATED_WITHIN_MS = 7 * 86_400_000;

/** The time since when charges must stay apart from sums. */
export function keepsChargesApart(nowMs: number): number {
  return nowMs - REPEATED_WITHIN_MS;
}

/** Joins that look up each row on their left side and never read the whole table on their right side. */
const LOOKUP: Readonly<Record<DatabaseDialect, string>> = {
  sqlite: 'CROSS JOIN',
  postgres: 'JOIN',
  mysql: 'STRAIGHT_JOIN',
};

/** The source of a movement that takes the place of a row; it names the charge as the row did. */
export function chargeSource(requestId: string, key: number): string {
  return `charge:${requestId}:${key}`;
}

/**
 * 32 bits of the id of a charge, with a sign. Two charges of one millisecond seldom share them; their request ids tell
 * them apart then, and the second one gets a movement.
 */
function chargeKey(id: string): number {
  return crc32(id) | 0;
}

/** Longer ids are stored shortened, and no longer tell charges apart. */
const REQUEST_ID_MAX = 64;

/** Whether the row alone tells what a charge did, and which charge it was: the one of its request, or a later part. */
function saysAllOf(record: LogRecord, { id, userId, tokenId, channelId, units }: ChargeFacts): boolean {
  const { requestId = '', createdAtMs } = record;
  return (
    record.type === LogType.Consume &&
    createdAtMs !== undefined &&
    record.quota === units &&
    record.userId === userId &&
    (record.tokenId ?? 0) === tokenId &&
    (record.channelId ?? 0) === channelId &&
    requestId !== '' &&
    requestId.length <= REQUEST_ID_MAX &&
    (id === requestId || id.startsWith(`${requestId}-`))
  );
}
