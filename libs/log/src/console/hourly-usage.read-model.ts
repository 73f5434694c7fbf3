import { Injectable } from '@nestjs/common';
import { LOG_TYPE_ALL, type HourlyUsage } from '@contracts';
import { toSeconds } from '@kernel';
import { Database } from '@platform';
import { HOUR_MS } from '../store/usage-hours';
import { type LogFilter } from './log-filter';
import { narrowToOwner } from './log-owner';
import { UsageFigures, type UsageRow } from './usage-figures';
import { type TimeRange } from './usage-ranges';

/** The hours of a request in milliseconds, both inclusive. */
export interface HourRange {
  readonly startMs: number;
  readonly endMs: number;
  /** Where days begin, from midnight of UTC, when they are summed; null for hours. */
  readonly dayStartMs: number | null;
}

/** Limit of the rows of one response, above what any chart can show; the newest are kept. */
const ROWS_MAX = 50_000;

/** A filter of figures that lets all of them pass. */
export const EVERYTHING: LogFilter = {
  userId: null,
  type: LOG_TYPE_ALL,
  username: '',
  tokenName: '',
  modelName: '',
  group: '',
  channelId: null,
  teamId: null,
  tag: '',
  session: '',
  requestId: '',
  startMs: null,
  endMs: null,
};

/** Figures of the dashboard per model and hour. */
@Injectable()
export class HourlyUsageReadModel {
  constructor(
    private readonly database: Database,
    private readonly figures: UsageFigures,
  ) {}

  /** Reads figures that are summed over all users. */
  async ofAll(range: HourRange): Promise<readonly HourlyUsage[]> {
    const per = ['hour_at_ms', 'model_name'] as const;
    const shape = { per, dayStartMs: range.dayStartMs, rowsMax: ROWS_MAX };
    const { rows } = await this.figures.read(EVERYTHING, wholeHours(range), shape);
    return rows.map(row => toUsage(row, { id: 0, userId: 0 }));
  }

  /** Reads the figures of one user, found by id or by the name at the time of the call. */
  async ofOne(
    range: HourRange,
    owner: { readonly userId: number } | { readonly username: string },
  ): Promise<readonly HourlyUsage[]> {
    const filter = await narrowToOwner(this.database.read, { ...EVERYTHING, ...owner });
    const userId = filter.userId ?? filter.ownerId;
    const per = ['hour_at_ms', 'model_name', 'username'] as const;
    const { rows } = await this.figures.read(filter, wholeHours(range), {
      // A name that nobody has now may have been that of several accounts.
      per: userId === undefined ? [...per, 'user_id'] : per,
      dayStartMs: range.dayStartMs,
      rowsMax: ROWS_MAX,
    });
    return rows.map((row, at) => toUsage(row, { id: at + 1, userId: userId ?? Number(row.user_id) }));
  }
}

/** Hours that start within the range. */
export function wholeHours({ startMs, endMs }: HourRange): TimeRange {
  return { startMs: Math.ceil(startMs / HOUR_MS) * HOUR_MS, endMs: (Math.floor(endMs / HOUR_MS) + 1) * HOUR_MS };
}

function toUsage(row: UsageRow, { id, userId }: { readonly id: number; readonly userId: number }): HourlyUsage {
  return {
    id,
    user_id: userId,
    username: String(row.username ?? ''),
    model_name: String(row.model_name),
    created_at: toSeconds(Number(row.hour_at_ms)),
    token_used: Number(row.token_used),
    count: Number(row.request_count),
    quota: Number(row.quota),
  };
}
