import { execute } from '@platform';
import { type EntityManager } from 'typeorm';

/** How far the figures of the hours are. Times are starts of hours in milliseconds. */
export interface UsageProgress {
  /** From here on the figures of an hour tell user, key, channel, group and model apart; 0 when all of them do. */
  readonly exactFromMs: number;
  /** Hours from the one above up to here, this one excluded, are summed up. */
  readonly summedUntilMs: number;
  /** From here on, hours that are summed up also have sums of a channel with a group. */
  readonly groupedFromMs: number;
  /** Up to here, this hour excluded: a node of an older version may have summed up later ones. */
  readonly groupedUntilMs: number;
  /** Hours to which something was added after they were summed up. */
  readonly lateHours: readonly number[];
}

export async function readProgress(database: EntityManager): Promise<UsageProgress> {
  const [rows, late]: [Record<string, number | string>[], { hour_at_ms: number | string }[]] = await Promise.all([
    database.query('SELECT exact_from_ms, summed_until_ms, grouped_from_ms, grouped_until_ms FROM usage_progress'),
    database.query('SELECT hour_at_ms FROM usage_late_hours ORDER BY hour_at_ms'),
  ]);
  return {
    exactFromMs: Number(rows[0]?.exact_from_ms ?? 0),
    summedUntilMs: Number(rows[0]?.summed_until_ms ?? 0),
    groupedFromMs: Number(rows[0]?.grouped_from_ms ?? 0),
    groupedUntilMs: Number(rows[0]?.grouped_until_ms ?? 0),
    lateHours: late.map(row => Number(row.hour_at_ms)),
  };
}

type ProgressEnd = 'exact_from_ms' | 'summed_until_ms' | 'grouped_from_ms' | 'grouped_until_ms';

/** Moves one of the ends, in the unit that did the work. */
export async function moveProgress(manager: EntityManager, end: ProgressEnd, toMs: number): Promise<void> {
  await execute(manager, `UPDATE usage_progress SET ${end} = ${toMs}`, []);
}
