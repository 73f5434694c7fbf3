import { countCompactable } from '@billing';
import { retentionSubjects, type RetentionSubject } from '@contracts';
import { type EntityManager } from 'typeorm';
import { LOG_TYPES, logSubjects, type LogSubject } from '../retention-work';
import { agedIds, agedTables, type TableSubject } from './aged-tables';
import { agedHours, countHours } from './aged-hours';
import { type Ages } from './cutoffs';
import { stepsOfLog } from './log-steps';

/** Rows that the next run removes. */
export interface DueRows {
  readonly rows: number;
  /** Whether there are more, which were not counted. */
  readonly isMore: boolean;
}

export type Due = Readonly<Partial<Record<RetentionSubject, DueRows>>>;

/** Ends a count that costs more than a look at the page is worth. */
export interface CountLimit {
  /** Parts of a table that are looked at, of each subject. */
  readonly steps: number;
}

/**
 * Counts what is due, step by step, so that no query takes long; a limit makes it cheap, and the counts then say whether
 * there is more.
 */
export async function dueRows(read: EntityManager, ages: Ages, { steps }: CountLimit): Promise<Due> {
  const due: Partial<Record<RetentionSubject, DueRows>> = {};
  const logs = await dueLogRows(read, ages, steps);
  for (const subject of retentionSubjects.filter(subject => ages[subject].beforeMs > 0)) {
    due[subject] = logs[subject as LogSubject] ?? (await dueOf(read, subject, ages[subject].beforeMs, steps));
  }
  return due;
}

async function dueLogRows(
  read: EntityManager,
  ages: Ages,
  steps: number,
): Promise<Readonly<Partial<Record<LogSubject, DueRows>>>> {
  const chosen = logSubjects.filter(subject => ages[subject].beforeMs > 0);
  const counts = new Map(chosen.map(subject => [subject, 0]));
  const untilMs = Math.max(0, ...chosen.map(subject => ages[subject].beforeMs));
  let reachedMs = untilMs;
  let left = steps;
  for await (const { fromMs, untilMs: stepUntilMs } of stepsOfLog(read, 0, untilMs)) {
    if (left-- === 0) {
      reachedMs = fromMs;
      break;
    }
    const columns = chosen.map(
      subject =>
        `SUM(CASE WHEN type = ${LOG_TYPES[subject]} AND created_at_ms < ${ages[subject].beforeMs} THEN 1 ELSE 0 END) AS ${subject}`,
    );
    const [row]: Record<string, number | string | null>[] = await read.query(
      `SELECT ${columns.join(', ')} FROM logs WHERE created_at_ms >= ${fromMs} AND created_at_ms < ${stepUntilMs}`,
    );
    for (const subject of chosen) counts.set(subject, (counts.get(subject) ?? 0) + Number(row?.[subject] ?? 0));
  }
  return Object.fromEntries(
    chosen.map(subject => [subject, { rows: counts.get(subject) ?? 0, isMore: reachedMs < ages[subject].beforeMs }]),
  );
}

async function dueOf(
  read: EntityManager,
  subject: RetentionSubject,
  beforeMs: number,
  steps: number,
): Promise<DueRows> {
  if (subject === 'movements') return dueMovements(read, beforeMs, steps);
  let rows = 0;
  let left = steps;
  if (subject === 'usage_hours') {
    for await (const part of agedHours(read, beforeMs)) {
      if (left-- === 0) return { rows, isMore: true };
      rows += await countHours(read, part, beforeMs);
    }
    return { rows, isMore: false };
  }
  for await (const ids of agedIds(read, agedTables[subject as TableSubject], beforeMs)) {
    if (left-- === 0) return { rows, isMore: true };
    rows += ids.length;
  }
  return { rows, isMore: false };
}

async function dueMovements(read: EntityManager, beforeMs: number, steps: number): Promise<DueRows> {
  let rows = 0;
  let afterId: number | null = 0;
  for (let step = 0; step < steps && afterId !== null; step++) {
    const counted: Awaited<ReturnType<typeof countCompactable>> = await countCompactable(read, { afterId, beforeMs });
    rows += counted.found;
    afterId = counted.nextId;
  }
  return { rows, isMore: afterId !== null };
}
