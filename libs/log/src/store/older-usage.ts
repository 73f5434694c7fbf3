import { LogType } from '@contracts';
import { dialectOf, execute, runStatements } from '@platform';
import { type EntityManager } from 'typeorm';
import { addedUsage, addTo, HOUR_MS, NO_USAGE, usageKeyOf, usageKeyText, type UsageSum } from './usage-hours';

/** An hour's sums in their three forms: of the log, of the present figures, and of those without key, channel, group. */
export interface HourInForms {
  readonly logged: readonly UsageSum[];
  readonly counted: readonly UsageSum[];
  readonly coarse: readonly UsageSum[];
}

type Form = keyof HourInForms;
const FORMS: readonly Form[] = ['logged', 'counted', 'coarse'];

/**
 * Completes the figures of an hour in which an older version counted: from the log, and where its rows were cleared from
 * the coarse figures, which are removed. Repeating it adds nothing.
 */
export async function completeHour(manager: EntityManager, hourAtMs: number): Promise<void> {
  const dialect = dialectOf(manager.connection);
  const missing = missingUsage(await readForms(manager, hourAtMs));
  await runStatements(manager, addedUsage(dialect, hourAtMs, missing));
  await execute(manager, `DELETE FROM hourly_usage WHERE hour_at_ms = ${hourAtMs}`, []);
}

/**
 * What the present figures of an hour lack. Calls that are in the log come with their key, channel and group; calls that
 * only the coarse figures know, because the log was cleared, come with none: no key, channel 0, no group.
 */
export function missingUsage({ logged, counted, coarse }: HourInForms): readonly UsageSum[] {
  const known = new Map(coarse.map(sum => [coarseKey(sum), { ...sum }]));
  const present = new Map<string, UsageSum>();
  for (const sum of counted) {
    const key = usageKeyText({ ...sum, isCharted: true });
    const other = present.get(key);
    if (other) addTo(other, sum);
    else present.set(key, { ...sum });
  }
  const missing: UsageSum[] = [];
  for (const sum of logged) {
    const rest = lessThan(sum, present.get(usageKeyText({ ...sum, isCharted: true })));
    if (rest.requests <= 0) continue;
    const charted = known.get(coarseKey(sum));
    missing.push({ ...rest, isCharted: charted !== undefined });
    if (charted) known.set(coarseKey(sum), lessThan(charted, rest));
  }
  return [...missing, ...[...known.values()].filter(sum => sum.requests > 0)];
}

function coarseKey({ userId, modelName }: UsageSum): string {
  return `${userId} ${modelName}`;
}

/** A sum without another; no part of it gets below 0. */
function lessThan(sum: UsageSum, taken: UsageSum | undefined): UsageSum {
  const less = (field: 'requests' | 'quota' | 'tokens') => Math.max(0, sum[field] - (taken?.[field] ?? 0));
  return { ...sum, requests: less('requests'), quota: less('quota'), tokens: less('tokens') };
}

/** One statement, so that it sees each call either in the log and in the figures, or in neither. */
async function readForms(manager: EntityManager, hourAtMs: number): Promise<HourInForms> {
  const columns = 'user_id, token_name, channel_id, token_group, model_name, username';
  // The older table compares texts in another way on MariaDB, which wants to be told which of the two counts.
  const collated = (name: string) => (dialectOf(manager.connection) === 'mysql' ? `${name} COLLATE utf8mb4_bin` : name);
  const rows: Record<string, string | number>[] = await manager.query(
    `SELECT 0 AS form, ${columns}, 1 AS is_charted, COUNT(*) AS request_count, SUM(quota) AS quota,
       SUM(prompt_tokens + completion_tokens) AS token_used
     FROM logs WHERE type = ${LogType.Consume} AND created_at_ms >= ${hourAtMs} AND created_at_ms < ${hourAtMs + HOUR_MS}
     GROUP BY ${columns}
     UNION ALL SELECT 1, ${columns}, is_charted, request_count, quota, token_used
     FROM usage_hours WHERE hour_at_ms = ${hourAtMs}
     UNION ALL SELECT 2, user_id, '', 0, '', ${collated('model_name')}, ${collated('username')}, 1, request_count, quota,
       token_used
     FROM hourly_usage WHERE hour_at_ms = ${hourAtMs}`,
  );
  const forms: Record<Form, UsageSum[]> = { logged: [], counted: [], coarse: [] };
  for (const row of rows) forms[FORMS[Number(row.form)] ?? 'logged'].push(toSum(row));
  return forms;
}

function toSum(row: Readonly<Record<string, string | number>>): UsageSum {
  return {
    ...usageKeyOf(row),
    ...NO_USAGE,
    requests: Number(row.request_count),
    quota: Number(row.quota),
    tokens: Number(row.token_used),
  };
}
