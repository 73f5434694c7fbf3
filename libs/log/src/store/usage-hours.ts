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

/** What the rows sum, and the columns in which it stands. */
export const USAGE_AMOUNTS = {
  requests: 'request_count',
  quota: 'quota',
  tokens: 'token_used',
  promptTokens: 'prompt_tokens',
  cachedTokens: 'cached_tokens',
  cost: 'cost',
  costedQuota: 'costed_quota',
  fixedCost: 'fixed_cost',
  planQuota: 'plan_quota',
  planIncome: 'plan_income',
  planDiscount: 'plan_discount',
} as const;
type UsageAmount = keyof typeof USAGE_AMOUNTS;
const AMOUNTS = Object.keys(USAGE_AMOUNTS) as readonly UsageAmount[]; // the keys of the table above
export const AMOUNT_COLUMNS: readonly string[] = Object.values(USAGE_AMOUNTS);

const SHAPE: RowSetShape = {
  ...KEY_SHAPE,
  ...Object.fromEntries(AMOUNT_COLUMNS.map(column => [column, 'integer'] as const)),
};

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

/** The key of a row that was read with the columns of {@link KEY_SHAPE}. */
export function usageKeyOf(row: Readonly<Record<string, string | number | null>>): UsageKey {
  return {
    userId: Number(row.user_id),
    tokenName: String(row.token_name),
    channelId: Number(row.channel_id),
    group: String(row.token_group),
    modelName: String(row.model_name),
    username: String(row.username),
    isCharted: Number(row.is_charted) === 1,
  };
}

export interface UsageSum extends UsageKey {
  requests: number;
  quota: number;
  tokens: number;
  /** Tokens of prompts, as far as it is known how many of them came from a cache. */
  promptTokens: number;
  cachedTokens: number;
  /** Units that calls cost at their suppliers. */
  cost: number;
  /** The charges of calls whose cost is known. */
  costedQuota: number;
  /** The part of what suppliers take for days, whatever is called. */
  fixedCost: number;
  /** What plans have paid of the charges. */
  planQuota: number;
  /** The share of the prices of plans, once the day is over. */
  planIncome: number;
  /** By how much calls whose cost is known earned less than their charges, because plans have paid them. */
  planDiscount: number;
}

/** Nothing of anything that is summed. */
export const NO_USAGE = {
  ...{ requests: 0, quota: 0, tokens: 0, promptTokens: 0, cachedTokens: 0, cost: 0, costedQuota: 0, fixedCost: 0 },
  ...{ planQuota: 0, planIncome: 0, planDiscount: 0 },
} as const;

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
    const isRefund = givesBack(record);
    if (record.type !== LogType.Consume && !isRefund) continue;
    const hourAtMs = hourOf(record.createdAtMs ?? nowMs);
    const { userId, channelId = 0, isCountedHourly = false, tokenName = '', tokenGroup = '' } = record;
    const { modelName = '', username = '' } = record;
    const as = `${hourAtMs} ${userId} ${channelId} ${isCountedHourly} ${tokenName}\0${tokenGroup}\0${modelName}\0${username}`;
    let sum = known.get(as);
    if (sum === undefined) known.set(as, (sum = sumFor(record, hourAtMs, sums)));
    if (isRefund) addRefund(sum, record);
    else addCall(sum, record);
  }
  return [...sums.values()];
}

/** Whether a row takes something out of the figures again. */
function givesBack({ type, refundedUnits, planUnits = 0 }: LogRecord): boolean {
  return refundedUnits !== undefined || (type !== LogType.Consume && planUnits > 0);
}

function addCall(sum: UsageSum, record: LogRecord): void {
  const { quota = 0, promptTokens = 0, completionTokens = 0, cachedTokens, cost, planUnits = 0 } = record;
  sum.requests += 1;
  sum.planQuota += planUnits;
  sum.quota += quota;
  sum.tokens += promptTokens + completionTokens;
  if (cachedTokens !== undefined) {
    sum.promptTokens += promptTokens;
    sum.cachedTokens += cachedTokens;
  }
  if (cost === undefined) return;
  sum.cost += cost;
  sum.costedQuota += quota;
}

/** What was charged stays counted as it was, but neither earns nor costs anything. */
function addRefund(sum: UsageSum, { cost = 0, refundedUnits = 0, planUnits = 0 }: LogRecord): void {
  sum.planQuota -= planUnits;
  sum.cost += cost;
  sum.costedQuota -= refundedUnits;
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
    ...NO_USAGE,
  };
}

function stored(text: string | undefined, lengthMax: number): string {
  return storableText(clipped(text, lengthMax));
}

export function addTo(sum: UsageSum, added: UsageSum): void {
  for (const amount of AMOUNTS) sum[amount] += added[amount];
}

function toRow(hourAtMs: number, sum: UsageSum): readonly (string | number)[] {
  const { userId, tokenName, channelId, group, modelName, username, isCharted } = sum;
  const key = [hourAtMs, userId, tokenName, channelId, group, modelName, username, isCharted ? 1 : 0];
  return [...key, ...AMOUNTS.map(amount => sum[amount])];
}
