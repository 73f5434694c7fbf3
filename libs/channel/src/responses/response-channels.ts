import { createHash } from 'node:crypto';
import { systemClock, TtlCache } from '@kernel';
import { Injectable } from '@nestjs/common';
import {
  Database,
  DELETE_BATCH_ROWS,
  deleteBatch,
  UnitOfWork,
  upsertStatement,
  type BatchStatement,
  type DatabaseDialect,
  type Rider,
  type RiderSink,
  type RowSetShape,
} from '@platform';
import { ResponseChannelEntity } from '../store/response-channel.entity';

/** The channel and key that have a stored response. */
export interface ResponsePlace {
  readonly channelId: number;
  readonly keyHash: string;
}

/** A response by the id its caller uses; the ids of other users match nothing. */
export interface ResponseName {
  readonly userId: number;
  readonly responseId: string;
}

/** A row as it is written. */
interface PlaceRow extends ResponsePlace {
  readonly responseHash: string;
  readonly expiresAtMs: number;
}

/** How long the providers keep a response. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Most entries that a node finds without the database. */
const RECENT_MAX = 20_000;
const RECENT_MS = 3_600_000;
/** Units of work in one run; the next run removes the rest. */
const BATCHES_MAX = 50;

const SHAPE: RowSetShape = {
  response_hash: 'text',
  channel_id: 'integer',
  key_hash: 'text',
  expires_at_ms: 'integer',
};
const TARGET = { table: 'response_channels', key: ['response_hash'], onConflict: 'replace', shape: SHAPE } as const;

/** Remembers which channel and key answered with a response that the provider has stored. */
@Injectable()
export class ResponseChannels implements RiderSink<PlaceRow> {
  readonly name = 'response_channels';
  private readonly recent = new TtlCache<string, ResponsePlace>({
    sizeMax: RECENT_MAX,
    lifetimeMs: RECENT_MS,
    clock: systemClock,
  });

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Remembers the channel and key on this node at once, since the next call may arrive before the charge is booked.
   *
   * @returns the row for all nodes, to commit with the charge of the response
   */
  remember(name: ResponseName, { channelId, keyHash }: ResponsePlace): Rider {
    const responseHash = hashOf(name);
    this.recent.set(responseHash, { channelId, keyHash });
    const row: PlaceRow = { responseHash, channelId, keyHash, expiresAtMs: Date.now() + KEPT_MS };
    return { sink: this as RiderSink<unknown>, row };
  }

  /** @returns null when the response is not known, or another user's */
  async find(name: ResponseName): Promise<ResponsePlace | null> {
    const responseHash = hashOf(name);
    const known = this.recent.get(responseHash);
    if (known) return known;
    const row = await this.database.read.findOneBy(ResponseChannelEntity, { responseHash });
    if (!row || row.expiresAtMs <= Date.now()) return null;
    const place = { channelId: row.channelId, keyHash: row.keyHash };
    this.recent.set(responseHash, place);
    return place;
  }

  /** Removes rows of responses that the providers no longer keep, a bounded number of them. @returns how many */
  async removeExpired(): Promise<number> {
    const nowMs = Date.now();
    let total = 0;
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const count = await this.removeBatch(nowMs);
      total += count;
      if (count < DELETE_BATCH_ROWS) break;
    }
    return total;
  }

  /** Should a provider return an id twice, the last row counts. */
  statementsFor(dialect: DatabaseDialect, rows: readonly PlaceRow[]): readonly BatchStatement[] {
    const last = new Map(rows.map(row => [row.responseHash, row]));
    const values = [...last.values()].map(row => [row.responseHash, row.channelId, row.keyHash, row.expiresAtMs]);
    return upsertStatement(dialect, TARGET, values);
  }

  private removeBatch(nowMs: number): Promise<number> {
    const batch = {
      table: 'response_channels',
      primaryKey: 'response_hash',
      timeColumn: 'expires_at_ms',
      // A response that expires in this very millisecond is not found any more.
      beforeMs: nowMs + 1,
    };
    return this.unitOfWork.run(manager => deleteBatch(manager, batch));
  }
}

function hashOf({ userId, responseId }: ResponseName): string {
  return createHash('sha256').update(`${userId}\n${responseId}`).digest('hex');
}
