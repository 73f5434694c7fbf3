import { type RetentionSubject } from '@contracts';
import { dialectOf, execute, runStatements, upsertStatement, type RowSetShape } from '@platform';
import { type EntityManager } from 'typeorm';

/** How far retention is with a subject. */
export interface SubjectState {
  /** Everything before this time is gone, but for what came late. */
  readonly doneUntilMs: number;
  /** When everything that is too old was last looked through from its beginning. */
  readonly walkedAtMs: number;
  /** Removed, and not yet named in the management log. */
  readonly unnamedRows: number;
  readonly removedRows: number;
  readonly removedAtMs: number;
}

const FRESH: SubjectState = { doneUntilMs: 0, walkedAtMs: 0, unnamedRows: 0, removedRows: 0, removedAtMs: 0 };

const SHAPE = {
  subject: 'text',
  done_until_ms: 'integer',
  walked_at_ms: 'integer',
  unnamed_rows: 'integer',
  removed_rows: 'integer',
  removed_at_ms: 'integer',
} as const satisfies RowSetShape;

const TARGET = { table: 'retention_state', key: ['subject'], shape: SHAPE } as const;

/** The row that says when a run came to its end, in `walked_at_ms`. */
const RUN = 'run';

type Stored = Readonly<Record<string, number | string>>;

export class RetentionStates {
  private constructor(private readonly rows: ReadonlyMap<string, SubjectState>) {}

  static async read(read: EntityManager): Promise<RetentionStates> {
    const rows: Stored[] = await read.query(`SELECT ${Object.keys(SHAPE).join(', ')} FROM retention_state`);
    return new RetentionStates(
      new Map(
        rows.map(row => [
          String(row.subject),
          {
            doneUntilMs: Number(row.done_until_ms),
            walkedAtMs: Number(row.walked_at_ms),
            unnamedRows: Number(row.unnamed_rows),
            removedRows: Number(row.removed_rows),
            removedAtMs: Number(row.removed_at_ms),
          },
        ]),
      ),
    );
  }

  of(subject: RetentionSubject): SubjectState {
    return this.rows.get(subject) ?? FRESH;
  }

  /** When a run last came to its end; 0 when none has. */
  get ranAtMs(): number {
    return this.rows.get(RUN)?.walkedAtMs ?? 0;
  }
}

/** Counts removed rows, in the unit of work that removes them: a process that is killed has counted what it removed. */
export async function noteRemoved(manager: EntityManager, subject: RetentionSubject, rows: number): Promise<void> {
  if (rows === 0) return;
  const kept = ['done_until_ms', 'walked_at_ms', 'removed_rows', 'removed_at_ms'];
  await write(manager, { ...TARGET, onConflict: 'add', kept }, subject, { ...FRESH, unnamedRows: rows });
}

/** @param walkedAtMs null where only what was new was looked through */
export async function noteDone(
  manager: EntityManager,
  subject: RetentionSubject,
  done: { readonly untilMs: number; readonly walkedAtMs: number | null },
): Promise<void> {
  const kept = ['unnamed_rows', 'removed_rows', 'removed_at_ms', ...(done.walkedAtMs === null ? ['walked_at_ms'] : [])];
  const state = { ...FRESH, doneUntilMs: done.untilMs, walkedAtMs: done.walkedAtMs ?? 0 };
  await write(manager, { ...TARGET, onConflict: 'replace', kept }, subject, state);
}

export async function noteRun(manager: EntityManager, atMs: number): Promise<void> {
  await write(manager, { ...TARGET, onConflict: 'replace', kept: [] }, RUN, { ...FRESH, walkedAtMs: atMs });
}

/** Marks what was removed as named in the management log. */
export async function markNamed(manager: EntityManager, atMs: number): Promise<void> {
  const sql = `UPDATE retention_state SET removed_rows = unnamed_rows, removed_at_ms = ${atMs} WHERE unnamed_rows > 0`;
  await execute(manager, sql, []);
  await execute(manager, 'UPDATE retention_state SET unnamed_rows = 0 WHERE unnamed_rows > 0', []);
}

async function write(
  manager: EntityManager,
  target: Omit<Parameters<typeof upsertStatement>[1], 'shape'>,
  subject: string,
  state: SubjectState,
): Promise<void> {
  const { doneUntilMs, walkedAtMs, unnamedRows, removedRows, removedAtMs } = state;
  const row = [subject, doneUntilMs, walkedAtMs, unnamedRows, removedRows, removedAtMs];
  await runStatements(manager, upsertStatement(dialectOf(manager.connection), { ...target, shape: SHAPE }, [row]));
}
