import { LogType } from '@contracts';
import { storableText, upsertStatement, type BatchStatement, type DatabaseDialect, type RowSetShape } from '@platform';
import { type LogRecord } from './log-record';
import { clipped } from './clipped';

export const HOUR_MS = 3_600_000;

/**
 * An hour that ended this long ago counts as over: its sums may stand already, so a row that is still added marks it.
 * The sums are made later than that, see UsageSums, so that every row is either in them or marks its hour.
 */
const LATE_AFTER_MS = 30 * 60_000;

const KEY_SHAPE: RowSetShape = {
  hour_at_ms: 'integer',
  user_id: 'integer',
  token_name: 'text',
  channel_id: 'integer',
  token_group: 'text',
  model_name: 'text',
  username: 'text',
  is_charted: 'integer',
};

const SHAPE: RowSetShape = { ...KEY_SHAPE, request_count: 'integer', quota: 'integer', token_used: 'integer' };

const HOURS = { table: 'usage_hours', key: Object.keys(KEY_SHAPE), onConflict: 'add', shape: SHAPE } as const;

const LATE_HOURS = {
  table: 'usage_late_hours',
  key: ['hour_at_ms'],
  onConflict: 'add',
  shape: { hour_at_ms: 'integer', changes: 'integer' },
} as const;

/** What the consumption of an hour is told apart by. */
export interface UsageKey {
  readonly userId: number;
  readonly tokenName: string;
  readonly channelId: number;
  readonly group: string;
  readonly modelName: string;
  readonly username: string;
  /** Whether the dashboard's charts show it; the sums beside the log always count it. */
  readonly isCharted: boolean;
}

export interface UsageSum extends UsageKey {
  requests: number;
  quota: number;
  tokens: number;
}

export function hourOf(atMs: number): number {
  return atMs - (atMs % HOUR_MS);
}

/**
 * Adds consumption to the figures of its hours, in the same unit as the log rows: nothing waits in memory, so a crash
 * loses nothing.
 */
export function usageStatements(
  dialect: DatabaseDialect,
  records: readonly LogRecord[],
  nowMs: number,
): readonly BatchStatement[] {
  return hoursStatements(dialect, sumsOf(records, nowMs), nowMs);
}

/** Adds sums to the figures of their hours; each hour and key once. */
export function hoursStatements(
  dialect: DatabaseDialect,
  sums: readonly SumOfHour[],
  nowMs: number,
): readonly BatchStatement[] {
  const hours = new Set(sums.map(({ hourAtMs }) => hourAtMs));
  const late = [...hours].filter(hourAtMs => nowMs - hourAtMs >= HOUR_MS + LATE_AFTER_MS);
  // In the order of their hours, so that two groups never wait for each other.
  const marks = late.sort((left, right) => left - right).map(hourAtMs => [hourAtMs, 1]);
  const rows = sums.map(({ hourAtMs, sum }) => toRow(hourAtMs, sum));
  return [...upsertStatement(dialect, HOURS, rows), ...upsertStatement(dialect, LATE_HOURS, marks)];
}

/** Adds sums to the figures of one hour. */
export function addedUsage(
  dialect: DatabaseDialect,
  hourAtMs: number,
  sums: readonly UsageSum[],
): readonly BatchStatement[] {
  const rows = sums.map(sum => toRow(hourAtMs, sum));
  return upsertStatement(dialect, HOURS, rows);
}

/** Sums that differ in nothing that is stored have the same text. */
export function usageKeyText(key: UsageKey): string {
  const { userId, channelId, isCharted, tokenName, group, modelName, username } = key;
  return `${userId} ${channelId} ${isCharted ? 1 : 0} ${tokenName}\0${group}\0${modelName}\0${username}`;
}

interface SumOfHour {
  readonly hourAtMs: number;
  readonly sum: UsageSum;
}

/** One sum for each row of the table; every charged call passes here, so texts are prepared for the first of a row only. */
function sumsOf(records: readonly LogRecord[], nowMs: number): readonly SumOfHour[] {
  const known = new Map<string, UsageSum>();
  const sums = new Map<string, SumOfHour>();
  for (const record of records) {
    if (record.type !== LogType.Consume) continue;
    const hourAtMs = hourOf(record.createdAtMs ?? nowMs);
    const { userId, channelId = 0, isCountedHourly = false, tokenName = '', tokenGroup = '' } = record;
    const { modelName = '', username = '' } = record;
    const as = `${hourAtMs} ${userId} ${channelId} ${isCountedHourly} ${tokenName}\0${tokenGroup}\0${modelName}\0${username}`;
    const sum = known.get(as) ?? sumFor(record, hourAtMs, sums);
    known.set(as, sum);
    sum.requests += 1;
    sum.quota += record.quota ?? 0;
    sum.tokens += (record.promptTokens ?? 0) + (record.completionTokens ?? 0);
  }
  return [...sums.values()];
}

/** Two texts that are stored alike are one row, because PostgreSQL refuses a statement that has a key twice. */
function sumFor(record: LogRecord, hourAtMs: number, sums: Map<string, SumOfHour>): UsageSum {
  const sum = emptySum(record);
  const key = `${hourAtMs} ${usageKeyText(sum)}`;
  const present = sums.get(key);
  if (present) return present.sum;
  sums.set(key, { hourAtMs, sum });
  return sum;
}

function emptySum(record: LogRecord): UsageSum {
  return {
    userId: record.userId,
    tokenName: stored(record.tokenName, 64),
    channelId: record.channelId ?? 0,
    group: stored(record.tokenGroup, 64),
    modelName: stored(record.modelName, 255),
    username: stored(record.username, 64),
    isCharted: record.isCountedHourly ?? false,
    requests: 0,
    quota: 0,
    tokens: 0,
  };
}

function stored(text: string | undefined, lengthMax: number): string {
  return storableText(clipped(text, lengthMax));
}

export function addTo(sum: UsageSum, { requests, quota, tokens }: UsageSum): void {
  sum.requests += requests;
  sum.quota += quota;
  sum.tokens += tokens;
}

function toRow(hourAtMs: number, sum: UsageSum): readonly (string | number)[] {
  const { userId, tokenName, channelId, group, modelName, username, isCharted, requests, quota, tokens } = sum;
  const key = [hourAtMs, userId, tokenName, channelId, group, modelName, username, isCharted ? 1 : 0];
  return [...key, requests, quota, tokens];
}
