import { Injectable } from '@nestjs/common';
import { type HealthError, type HealthFailureKind, type HealthPoint, type HealthSpan } from '@contracts';
import { toSeconds } from '@kernel';
import { Database } from '@platform';
import { WHOLE_CALLS } from './channel-figures';
import { COUNT_COLUMNS, failuresIn, SERVED } from './figure-columns';
import { STEP_MS } from './figure-rows';

const HOUR_MS = 3_600_000;

/** The steps of a span, which ends with the present step. */
const SPANS: Readonly<Record<HealthSpan, { readonly stepMs: number; readonly steps: number }>> = {
  hour: { stepMs: STEP_MS, steps: 12 },
  day: { stepMs: HOUR_MS, steps: 24 },
};

/** Most models of a channel, or of the public page, that are read. */
const MODELS_MAX = 500;

/** The figures of a channel, or of one of its models, over a span. */
export interface SpanFigures {
  readonly counts: readonly number[];
  readonly points: readonly HealthPoint[];
}

type RawRow = Readonly<Record<string, number | string>>;

interface RawError {
  readonly channel_id: number | string;
  readonly model_name: string;
  readonly kind: string;
  readonly status: number | string;
  readonly message: string;
  readonly failed_at_ms: number | string;
}

const SUMS = COUNT_COLUMNS.map(name => `SUM(${name}) AS ${name}`).join(', ');

export const NO_COUNTS: readonly number[] = COUNT_COLUMNS.map(() => 0);

/** Reads figures and last errors; all numbers are those that were stored, see `ChannelFigures.flush`. */
@Injectable()
export class FiguresReadModel {
  constructor(private readonly database: Database) {}

  /** The figures of each channel that has any. */
  async ofChannels(span: HealthSpan, nowMs: number): Promise<ReadonlyMap<number, SpanFigures>> {
    const { sql, fromMs } = stepsOf(span, nowMs);
    const rows: RawRow[] = await this.database.read.query(
      `SELECT channel_id AS name, ${sql} AS at_ms, ${SUMS} FROM channel_figures
       WHERE step_at_ms >= ${fromMs} AND channel_id <> ${WHOLE_CALLS} GROUP BY channel_id, ${sql}`,
    );
    return byName(rows, span, nowMs, Number);
  }

  /** The figures of each model of a channel, those with most attempts first. */
  async ofModels(channelId: number, span: HealthSpan, nowMs: number): Promise<ReadonlyMap<string, SpanFigures>> {
    const { sql, fromMs } = stepsOf(span, nowMs);
    const rows: RawRow[] = await this.database.read.query(
      `SELECT model_name AS name, ${sql} AS at_ms, ${SUMS} FROM channel_figures
       WHERE step_at_ms >= ${fromMs} AND channel_id = ${channelId} GROUP BY model_name, ${sql}`,
    );
    const models = [...byName(rows, span, nowMs, String)];
    return new Map(models.sort(([, one], [, other]) => attemptsIn(other) - attemptsIn(one)).slice(0, MODELS_MAX));
  }

  /** The figures of whole calls by model. */
  ofCalls(span: HealthSpan, nowMs: number): Promise<ReadonlyMap<string, SpanFigures>> {
    return this.ofModels(WHOLE_CALLS, span, nowMs);
  }

  /** The sums since a time by channel, or of whole calls by model. */
  async sumsSince(fromMs: number, by: 'channel' | 'model'): Promise<ReadonlyMap<string, readonly number[]>> {
    const [name, wanted] = by === 'channel' ? ['channel_id', '<>'] : ['model_name', '='];
    const rows: RawRow[] = await this.database.read.query(
      `SELECT ${name} AS name, ${SUMS} FROM channel_figures
       WHERE step_at_ms >= ${fromMs - (fromMs % STEP_MS)} AND channel_id ${wanted} ${WHOLE_CALLS} GROUP BY ${name}`,
    );
    return new Map(rows.map(row => [String(row.name), COUNT_COLUMNS.map(column => Number(row[column]))]));
  }

  /**
   * The counts of whole calls in each hour or day of a span, by its start in milliseconds.
   *
   * @param dayStartMs where days begin, from midnight of UTC; null for hours
   */
  async ofHours(
    { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
    dayStartMs: number | null,
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    const at = dayStartMs === null ? 'hour_at_ms' : `hour_at_ms - (hour_at_ms - ${dayStartMs}) % ${24 * HOUR_MS}`;
    const rows: RawRow[] = await this.database.read.query(
      `SELECT ${at} AS at_ms, ${SUMS} FROM call_hours
       WHERE hour_at_ms >= ${startMs} AND hour_at_ms < ${endMs} GROUP BY ${at}`,
    );
    return new Map(rows.map(row => [Number(row.at_ms), COUNT_COLUMNS.map(column => Number(row[column]))]));
  }

  /** The last errors of the span, the newest first; of one channel, or of all. */
  async errors(span: HealthSpan, nowMs: number, channelId?: number): Promise<readonly (HealthError & ErrorPlace)[]> {
    const ofChannel = channelId === undefined ? `channel_id <> ${WHOLE_CALLS}` : `channel_id = ${channelId}`;
    const rows: RawError[] = await this.database.read.query(
      `SELECT channel_id, model_name, kind, status, message, failed_at_ms FROM channel_errors
       WHERE failed_at_ms >= ${stepsOf(span, nowMs).fromMs} AND ${ofChannel} ORDER BY failed_at_ms DESC LIMIT 10000`,
    );
    return rows.map(row => ({
      channelId: Number(row.channel_id),
      kind: row.kind as HealthFailureKind, // written by ChannelFigures only
      status: Number(row.status),
      message: row.message,
      model: row.model_name,
      at: toSeconds(Number(row.failed_at_ms)),
    }));
  }
}

interface ErrorPlace {
  readonly channelId: number;
}

/** The steps of a span in SQL: whole numbers only, so the three databases agree. */
function stepsOf(span: HealthSpan, nowMs: number) {
  const { stepMs, steps } = SPANS[span];
  const lastMs = nowMs - (nowMs % stepMs);
  return { sql: `step_at_ms - step_at_ms % ${stepMs}`, fromMs: lastMs - (steps - 1) * stepMs };
}

function attemptsIn({ points }: SpanFigures): number {
  return points.reduce((sum, { served, failed }) => sum + served + failed, 0);
}

function byName<Name>(
  rows: readonly RawRow[],
  span: HealthSpan,
  nowMs: number,
  toName: (raw: number | string | undefined) => Name,
): Map<Name, SpanFigures> {
  const steps = new Map<Name, Map<number, readonly number[]>>();
  for (const row of rows) {
    const name = toName(row.name);
    const ofName = steps.get(name) ?? new Map<number, readonly number[]>();
    steps.set(name, ofName);
    ofName.set(
      Number(row.at_ms),
      COUNT_COLUMNS.map(column => Number(row[column])),
    );
  }
  return new Map([...steps].map(([name, ofName]) => [name, spanFigures(ofName, span, nowMs)]));
}

function spanFigures(steps: ReadonlyMap<number, readonly number[]>, span: HealthSpan, nowMs: number): SpanFigures {
  const counts = [...NO_COUNTS];
  for (const step of steps.values()) for (const [at, count] of step.entries()) counts[at] = (counts[at] ?? 0) + count;
  return { counts, points: pointsOf(steps, span, nowMs) };
}

/** One point for each step of the span, also for those in which nothing happened. */
export function pointsOf(
  steps: ReadonlyMap<number, readonly number[]>,
  span: HealthSpan,
  nowMs: number,
): readonly HealthPoint[] {
  const { stepMs, steps: count } = SPANS[span];
  const { fromMs } = stepsOf(span, nowMs);
  return Array.from({ length: count }, (_, at) => {
    const atMs = fromMs + at * stepMs;
    const counts = steps.get(atMs) ?? NO_COUNTS;
    return { at: toSeconds(atMs), served: counts[SERVED] ?? 0, failed: failuresIn(counts) };
  });
}
