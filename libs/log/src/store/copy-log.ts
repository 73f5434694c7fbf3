import { setTimeout as pause } from 'node:timers/promises';
import { type UnitOfWork } from '@platform';
import { type EntityManager } from 'typeorm';
import { createIndexSql, logIndexes } from './log-indexes';

/** Rows of one unit of work; more at once would delay charges. */
export const COPY_BATCH_ROWS = 2000;
/** Rows that are only removed are quicker. */
const CLEAR_BATCH_ROWS = 10_000;
/** Others write between two units for as long as a unit takes, and at least so long. */
const PAUSE_MIN_MS = 5;

/** The new table while it is filled, the former one while it is emptied, and how far the copying is. */
const NEXT = 'logs_next';
const FORMER = 'logs_former';
const PROGRESS = 'logs_copied';
const CHANGES = ['INSERT', 'DELETE', 'UPDATE'] as const;

type Row = Readonly<Record<string, unknown>>;

/** What a copying works with. */
export interface LogCopying {
  readonly unitOfWork: Pick<UnitOfWork, 'run'>;
  /** Asked between two units; a copying that is ended goes on when it is called again. */
  readonly isEnded: () => boolean;
}

/**
 * Gives a long log of an early version its indexes on SQLite, which cannot build one beside a writer: a new table with
 * all indexes is filled a few rows at a time while the former one is used, and takes its place. No unit of work touches
 * more than a batch of rows, so nobody waits longer than for one of them. Each step looks at what is there.
 */
export async function copyLog({ unitOfWork, isEnded }: LogCopying): Promise<void> {
  const repeat = async (step: (manager: EntityManager) => Promise<boolean>) => {
    for (let isOver = false; !isOver && !isEnded();) {
      const startedAt = performance.now();
      isOver = await unitOfWork.run(step);
      await pause(Math.max(PAUSE_MIN_MS, performance.now() - startedAt));
    }
  };
  await unitOfWork.run(begin);
  await repeat(copyBatch);
  await repeat(clearBatch);
}

/** Whether the log lacks an index, or a copying has begun that is not at its end. */
export async function needsCopy(manager: EntityManager): Promise<boolean> {
  if ((await has(manager, NEXT)) || (await has(manager, FORMER))) return true;
  const rows: { columns: string }[] = await manager.query(
    `SELECT (SELECT group_concat(name, ', ') FROM pragma_index_info(list.name)) AS columns
     FROM pragma_index_list('logs') AS list`,
  );
  const existing = new Set(rows.map(({ columns }) => columns));
  return logIndexes('sqlite').some(({ columns }) => !existing.has(columns));
}

async function has(manager: EntityManager, name: string): Promise<boolean> {
  const rows: Row[] = await manager.query('SELECT 1 AS one FROM sqlite_master WHERE name = ?', [name]);
  return rows.length > 0;
}

/** Makes the new table, and has every later change of the log made in it, too. */
async function begin(manager: EntityManager): Promise<void> {
  if ((await has(manager, NEXT)) || (await has(manager, FORMER))) return;
  const [table]: { sql: string }[] = await manager.query("SELECT sql FROM sqlite_master WHERE name = 'logs'");
  await manager.query(table?.sql.replace(/^CREATE TABLE\s+"?logs"?/i, `CREATE TABLE ${NEXT}`) ?? '');
  for (const index of logIndexes('sqlite')) {
    // The former table keeps the names that it has, and SQLite renames no index.
    const name = (await has(manager, index.name)) ? `${index.name}_next` : index.name;
    await manager.query(createIndexSql({ ...index, name }, NEXT));
  }
  await manager.query(`CREATE TABLE ${PROGRESS} (id INTEGER PRIMARY KEY, copied_id bigint, last_id bigint)`);
  await manager.query(`INSERT INTO ${PROGRESS} SELECT 1, 0, COALESCE(MAX(id), 0) FROM logs`);
  for (const change of CHANGES) await manager.query(mirrorSql(change));
}

function mirrorSql(change: (typeof CHANGES)[number]): string {
  const remove = change === 'INSERT' ? '' : `DELETE FROM ${NEXT} WHERE id = OLD.id;`;
  const insert = change === 'DELETE' ? '' : `INSERT INTO ${NEXT} SELECT * FROM logs WHERE id = NEW.id;`;
  return `CREATE TRIGGER logs_next_${change.toLowerCase()} AFTER ${change} ON logs BEGIN ${remove} ${insert} END`;
}

/** Copies the next rows; when none is left, the new table takes the place of the former one. @returns whether it has */
async function copyBatch(manager: EntityManager): Promise<boolean> {
  if (!(await has(manager, NEXT))) return true;
  const [batch]: { from_id: number; until_id: number | null }[] = await manager.query(
    `SELECT copied_id AS from_id, (SELECT MAX(id) FROM
       (SELECT id FROM logs WHERE id > copied_id AND id <= last_id ORDER BY id LIMIT ${COPY_BATCH_ROWS})) AS until_id
     FROM ${PROGRESS}`,
  );
  if (batch === undefined || batch.until_id === null) {
    await takePlace(manager);
    return true;
  }
  // A row that was changed meanwhile is there already.
  await manager.query(
    `INSERT INTO ${NEXT} SELECT * FROM logs WHERE id > ? AND id <= ?
       AND NOT EXISTS (SELECT 1 FROM ${NEXT} AS copied WHERE copied.id = logs.id)`,
    [batch.from_id, batch.until_id],
  );
  await manager.query(`UPDATE ${PROGRESS} SET copied_id = ?`, [batch.until_id]);
  return false;
}

async function takePlace(manager: EntityManager): Promise<void> {
  for (const change of CHANGES) await manager.query(`DROP TRIGGER logs_next_${change.toLowerCase()}`);
  // No number of a row is given twice, also where the newest rows were removed.
  await manager.query(`DELETE FROM sqlite_sequence WHERE name = '${NEXT}'`);
  await manager.query(
    `INSERT INTO sqlite_sequence (name, seq) SELECT '${NEXT}', seq FROM sqlite_sequence WHERE name = 'logs'`,
  );
  // What names the log, such as a prepared script, goes on naming the log, and not the former table.
  await manager.query('PRAGMA legacy_alter_table = ON');
  try {
    await manager.query(`ALTER TABLE logs RENAME TO ${FORMER}`);
    await manager.query(`ALTER TABLE ${NEXT} RENAME TO logs`);
  } finally {
    await manager.query('PRAGMA legacy_alter_table = OFF');
  }
  await manager.query(`DROP TABLE ${PROGRESS}`);
}

/** Removes one index of the former table, or the next of its rows, and the table when it is empty. */
async function clearBatch(manager: EntityManager): Promise<boolean> {
  if (!(await has(manager, FORMER))) return true;
  const [index]: { name: string }[] = await manager.query(
    `SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = '${FORMER}' AND sql IS NOT NULL LIMIT 1`,
  );
  if (index) {
    await manager.query(`DROP INDEX ${index.name}`);
    return false;
  }
  const some = `SELECT id FROM ${FORMER} ORDER BY id LIMIT ${CLEAR_BATCH_ROWS}`;
  await manager.query(`DELETE FROM ${FORMER} WHERE id <= (SELECT MAX(id) FROM (${some}))`);
  const left: Row[] = await manager.query(`SELECT id FROM ${FORMER} LIMIT 1`);
  if (left.length > 0) return false;
  await manager.query(`DROP TABLE ${FORMER}`);
  return true;
}
