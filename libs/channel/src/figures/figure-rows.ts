import { storableText, upsertStatement, type BatchStatement, type DatabaseDialect, type RowSetShape } from '@platform';
import { type HealthFailureKind } from '@contracts';
import { COUNT_COLUMNS } from './figure-columns';

/** The length of a step in which figures are stored. */
export const STEP_MS = 300_000;
const HOUR_MS = 3_600_000;

/** What is stored of a channel and model in one step. */
export interface FigureRow {
  readonly stepAtMs: number;
  readonly channelId: number;
  readonly model: string;
  /** By the places of figure-columns.ts. */
  readonly counts: number[];
}

/** The last failure of a channel and model. */
export interface ErrorRow {
  readonly channelId: number;
  readonly model: string;
  readonly kind: HealthFailureKind;
  readonly status: number;
  readonly message: string;
  readonly atMs: number;
}

const KEY_SHAPE: RowSetShape = { step_at_ms: 'integer', channel_id: 'integer', model_name: 'text' };

const FIGURES = {
  table: 'channel_figures',
  key: Object.keys(KEY_SHAPE),
  onConflict: 'add',
  shape: { ...KEY_SHAPE, ...Object.fromEntries(COUNT_COLUMNS.map(name => [name, 'integer'] as const)) },
} as const;

const CALL_HOURS = {
  table: 'call_hours',
  key: ['hour_at_ms'],
  onConflict: 'add',
  shape: { hour_at_ms: 'integer', ...Object.fromEntries(COUNT_COLUMNS.map(name => [name, 'integer'] as const)) },
} as const;

const ERRORS = {
  table: 'channel_errors',
  key: ['channel_id', 'model_name'],
  onConflict: 'replace',
  shape: {
    channel_id: 'integer',
    model_name: 'text',
    kind: 'text',
    status: 'integer',
    message: 'text',
    failed_at_ms: 'integer',
  },
} as const;

/** Rows of one statement. */
const CHUNK = 2000;

/** Adds counts to those of the other nodes; rows go in the order of their keys, so that two nodes never wait crosswise. */
export function figureStatements(dialect: DatabaseDialect, rows: readonly FigureRow[]): readonly BatchStatement[] {
  const sorted = [...rows].sort(
    (one, other) => one.stepAtMs - other.stepAtMs || one.channelId - other.channelId || byText(one.model, other.model),
  );
  const values = sorted.map(({ stepAtMs, channelId, model, counts }) => [stepAtMs, channelId, model, ...counts]);
  return chunksOf(values).flatMap(chunk => upsertStatement(dialect, FIGURES, chunk));
}

/** Adds counts of whole calls to their hours, all models together. */
export function callHourStatements(
  dialect: DatabaseDialect,
  rows: readonly Pick<FigureRow, 'stepAtMs' | 'counts'>[],
): readonly BatchStatement[] {
  const hours = new Map<number, number[]>();
  for (const { stepAtMs, counts } of rows) {
    const hourAtMs = stepAtMs - (stepAtMs % HOUR_MS);
    const sums = hours.get(hourAtMs) ?? COUNT_COLUMNS.map(() => 0);
    hours.set(hourAtMs, sums);
    for (const [at, count] of counts.entries()) sums[at] = (sums[at] ?? 0) + count;
  }
  const sorted = [...hours].sort(([one], [other]) => one - other);
  return upsertStatement(
    dialect,
    CALL_HOURS,
    sorted.map(([hourAtMs, counts]) => [hourAtMs, ...counts]),
  );
}

export function errorStatements(dialect: DatabaseDialect, rows: readonly ErrorRow[]): readonly BatchStatement[] {
  const sorted = [...rows].sort((one, other) => one.channelId - other.channelId || byText(one.model, other.model));
  const values = sorted.map(row => [row.channelId, row.model, row.kind, row.status, row.message, row.atMs]);
  return chunksOf(values).flatMap(chunk => upsertStatement(dialect, ERRORS, chunk));
}

/** The name of a model as it is stored: two names that are stored alike share a row. */
export function storedModel(model: string): string {
  return storableText(model.slice(0, 255));
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / CHUNK);
  return Array.from({ length: count }, (_, at) => items.slice(at * CHUNK, (at + 1) * CHUNK));
}
