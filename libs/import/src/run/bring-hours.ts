import { HOUR_MS, hoursStatements, NO_USAGE, type UsageSum } from '@log';
import { dialectOf, runStatements } from '@platform';
import { fitting, secondsToMs, text, whole, type SourceRow } from '../source/cells';
import { type SourceDatabase } from '../source/source-database';
import { remember, remembered } from './memory';
import { NO_AMOUNTS, type ImportTarget, type MapContext } from './target';

/** The one row that says which hours came. */
const ONCE = 0;
/** The days of one-hub begin at midnight here. */
const DAYS_BEGIN_MS = 8 * HOUR_MS;
const MODEL_MAX = 255;
const NAME_MAX = 64;

interface Hour {
  readonly hourAtMs: number;
  readonly sum: UsageSum;
}

/**
 * Brings the figures of hours that are older than the log there, which clearing a log leaves behind; younger ones are
 * made from the log. They come once.
 *
 * @returns the number of hours there that are older than the log
 */
export async function bringHours(
  target: ImportTarget,
  source: SourceDatabase,
  log: SourceDatabase,
  context: MapContext,
  isDryRun: boolean,
): Promise<number> {
  const { unitOfWork, nowMs } = target;
  const { family } = context;
  const hours = await olderHours(source, await firstLogMs(log), context);
  const known = await unitOfWork.run(manager => remembered(manager, family, 'hours'));
  if (isDryRun || hours.length === 0 || known.has(ONCE)) return hours.length;
  await unitOfWork.run(async manager => {
    await runStatements(manager, hoursStatements(dialectOf(manager.connection), hours, nowMs));
    const amounts = { ...NO_AMOUNTS, used: hours.reduce((total, { sum }) => total + sum.quota, 0) };
    await remember(manager, family, [{ kind: 'hours', sourceId: ONCE, ownId: 0, digest: '', amounts }]);
  });
  return hours.length;
}

async function firstLogMs(log: SourceDatabase): Promise<number> {
  if (!log.tables.has('logs')) return Number.MAX_SAFE_INTEGER;
  const [row = {}] = await log.query('SELECT MIN(created_at) AS first_at FROM logs WHERE type = 2');
  return secondsToMs(whole(row, 'first_at')) || Number.MAX_SAFE_INTEGER;
}

async function olderHours(source: SourceDatabase, beforeMs: number, context: MapContext): Promise<readonly Hour[]> {
  const isHub = context.family === 'one-hub';
  const rows = await source.all(isHub ? 'statistics' : 'quota_data');
  const lengthMs = isHub ? 24 * HOUR_MS : HOUR_MS;
  const sums = new Map<string, Hour>();
  for (const row of rows) {
    const hourAtMs = isHub ? dayMs(row) : secondsToMs(whole(row, 'created_at'));
    if (hourAtMs <= 0 || hourAtMs + lengthMs > beforeMs) continue;
    const sum = sumOf(row, context);
    const key = [hourAtMs, sum.userId, sum.channelId, sum.modelName, sum.username].join('\0');
    const known = sums.get(key) ?? { hourAtMs: hourAtMs - (hourAtMs % HOUR_MS), sum };
    if (known.sum !== sum) {
      known.sum.requests += sum.requests;
      known.sum.quota += sum.quota;
      known.sum.tokens += sum.tokens;
    }
    sums.set(key, known);
  }
  return [...sums.values()];
}

function sumOf(row: SourceRow, { ids, usernames }: MapContext): UsageSum {
  const userId = ids.user.get(whole(row, 'user_id')) ?? 0;
  return {
    userId,
    tokenName: '',
    channelId: ids.channel.get(whole(row, 'channel_id')) ?? 0,
    group: '',
    modelName: fitting(text(row, 'model_name'), MODEL_MAX),
    username: fitting(text(row, 'username') || (usernames.get(userId) ?? ''), NAME_MAX),
    isCharted: true,
    ...NO_USAGE,
    requests: whole(row, 'count') || whole(row, 'request_count'),
    quota: whole(row, 'quota'),
    tokens: whole(row, 'token_used') || whole(row, 'prompt_tokens') + whole(row, 'completion_tokens'),
  };
}

/** A day as each database returns it. */
function dayMs({ date }: SourceRow): number {
  const day = date instanceof Date ? date.toISOString() : String(date as string);
  const atMs = Date.parse(`${day.slice(0, 10)}T00:00:00Z`) - DAYS_BEGIN_MS;
  return Number.isNaN(atMs) ? 0 : atMs;
}
