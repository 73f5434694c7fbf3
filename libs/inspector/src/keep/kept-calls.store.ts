import { Injectable } from '@nestjs/common';
import { Database, dialectOf, execute, insertRows, SqlParameters, UnitOfWork, type RowSetShape } from '@platform';
import { type EntityManager } from 'typeorm';

/** A call to be stored; its content is packed and sealed. */
export interface NewKeptCall {
  readonly requestId: string;
  readonly userId: number;
  readonly tokenId: number;
  readonly modelName: string;
  readonly status: number;
  readonly hasFailed: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly content: string;
}

/** What stands beside a content. */
export interface KeptCallRow {
  readonly id: number;
  readonly requestId: string;
  readonly userId: number;
  readonly tokenId: number;
  readonly modelName: string;
  readonly status: number;
  readonly hasFailed: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly bytes: number;
}

interface RawRow {
  readonly id: number | string;
  readonly request_id: string;
  readonly user_id: number | string;
  readonly token_id: number | string;
  readonly model_name: string;
  readonly status: number | string;
  readonly has_failed: number | string;
  readonly created_at_ms: number | string;
  readonly expires_at_ms: number | string;
  readonly size_bytes: number | string;
}

const SHAPE: RowSetShape = {
  request_id: 'text',
  user_id: 'integer',
  token_id: 'integer',
  model_name: 'text',
  status: 'integer',
  has_failed: 'integer',
  created_at_ms: 'integer',
  expires_at_ms: 'integer',
  size_bytes: 'integer',
  content: 'text',
};
const COLUMNS = ['id', ...Object.keys(SHAPE).filter(name => name !== 'content')].join(', ');
/** Rows removed in one unit of work: each may be a megabyte. */
const BATCH_ROWS = 200;

/** The stored contents of calls, in a table of their own that no charge ever touches. */
@Injectable()
export class KeptCallsStore {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Stores calls with one commit. */
  async add(calls: readonly NewKeptCall[]): Promise<void> {
    const rows = calls.map(call => [
      call.requestId,
      call.userId,
      call.tokenId,
      call.modelName,
      call.status,
      call.hasFailed ? 1 : 0,
      call.createdAtMs,
      call.expiresAtMs,
      call.content.length,
      call.content,
    ]);
    await this.unitOfWork.run(manager => insertRows(manager, 'inspected_calls', SHAPE, rows));
  }

  async find(requestId: string): Promise<(KeptCallRow & { readonly content: string }) | null> {
    const parameters = this.parameters();
    const place = parameters.add(requestId);
    const rows = await this.query<RawRow & { readonly content: string }>(
      `SELECT ${COLUMNS}, content FROM inspected_calls WHERE request_id = ${place}`,
      parameters,
    );
    const [row] = rows;
    return row ? { ...toRow(row), content: row.content } : null;
  }

  /** The rows of some calls, without their contents. */
  async findAll(requestIds: readonly string[]): Promise<readonly KeptCallRow[]> {
    if (requestIds.length === 0) return [];
    const parameters = this.parameters();
    const places = requestIds.map(id => parameters.add(id)).join(', ');
    const rows = await this.query<RawRow>(
      `SELECT ${COLUMNS} FROM inspected_calls WHERE request_id IN (${places})`,
      parameters,
    );
    return rows.map(toRow);
  }

  /** The newest rows, without their contents. */
  async newest(limit: number): Promise<readonly KeptCallRow[]> {
    const sql = `SELECT ${COLUMNS} FROM inspected_calls ORDER BY id DESC LIMIT ${limit}`;
    return (await this.query<RawRow>(sql, this.parameters())).map(toRow);
  }

  async size(): Promise<{ readonly calls: number; readonly bytes: number }> {
    const sql = 'SELECT COUNT(*) AS calls, COALESCE(SUM(size_bytes), 0) AS bytes FROM inspected_calls';
    const [row] = await this.query<{ calls: number | string; bytes: number | string }>(sql, this.parameters());
    return { calls: Number(row?.calls ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  /** Removes one call. @returns whether it was there */
  remove(manager: EntityManager, requestId: string): Promise<number> {
    const parameters = this.parameters();
    const sql = `DELETE FROM inspected_calls WHERE request_id = ${parameters.add(requestId)}`;
    return execute(manager, sql, parameters.values);
  }

  /** Removes what is older than its own time or the present retention. @returns rows removed */
  removeExpired(nowMs: number, retentionMs: number): Promise<number> {
    return this.removeWhere(
      parameters =>
        `expires_at_ms <= ${parameters.add(nowMs)} OR created_at_ms <= ${parameters.add(nowMs - retentionMs)}`,
    );
  }

  /** Removes the calls of users who are no more. */
  removeOrphans(): Promise<number> {
    return this.removeWhere(
      () => 'NOT EXISTS (SELECT 1 FROM users u WHERE u.id = inspected_calls.user_id AND u.deleted_at_ms IS NULL)',
    );
  }

  removeAll(): Promise<number> {
    return this.removeWhere(() => '1 = 1');
  }

  /** Removes the oldest calls beyond a size of the whole store. */
  removeBeyond(bytesMax: number): Promise<number> {
    const running = 'SELECT id, SUM(size_bytes) OVER (ORDER BY id DESC) AS running FROM inspected_calls';
    return this.removeWhere(
      parameters => `id IN (SELECT id FROM (${running}) sums WHERE running > ${parameters.add(bytesMax)})`,
    );
  }

  private async removeWhere(condition: (parameters: SqlParameters) => string): Promise<number> {
    let total = 0;
    for (let count = BATCH_ROWS; count >= BATCH_ROWS; total += count) {
      count = await this.unitOfWork.run(manager => this.removeBatch(manager, condition));
    }
    return total;
  }

  private removeBatch(manager: EntityManager, condition: (parameters: SqlParameters) => string): Promise<number> {
    const parameters = this.parameters();
    const chosen = `SELECT id FROM inspected_calls WHERE ${condition(parameters)} ORDER BY id LIMIT ${BATCH_ROWS}`;
    // MySQL refuses a limit inside IN, and a table that is read while it is changed, unless both are wrapped.
    const sql = `DELETE FROM inspected_calls WHERE id IN (SELECT id FROM (${chosen}) chosen)`;
    return execute(manager, sql, parameters.values);
  }

  private parameters(): SqlParameters {
    return new SqlParameters(dialectOf(this.database.read.connection));
  }

  private query<Row>(sql: string, { values }: SqlParameters): Promise<readonly Row[]> {
    return this.database.read.query(sql, values) as Promise<readonly Row[]>;
  }
}

function toRow(row: RawRow): KeptCallRow {
  return {
    id: Number(row.id),
    requestId: row.request_id,
    userId: Number(row.user_id),
    tokenId: Number(row.token_id),
    modelName: row.model_name,
    status: Number(row.status),
    hasFailed: Number(row.has_failed) === 1,
    createdAtMs: Number(row.created_at_ms),
    expiresAtMs: Number(row.expires_at_ms),
    bytes: Number(row.size_bytes),
  };
}
