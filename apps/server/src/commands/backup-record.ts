import { AlertFacts } from '@alert';
import { archiveEntities, BackupRunStore } from '@archive';
import { Database, UnitOfWork, type Config } from '@platform';
import { DataSource } from 'typeorm';
import { plainOptions } from './opened-database';

/** What became of a backup that a command made. */
export interface CommandBackup {
  /** The folder or bucket. */
  readonly place: string;
  readonly name: string;
  readonly startedAtMs: number;
  readonly bytes: number;
  readonly rowCount: number;
  /** Empty for one that was made. */
  readonly error: string;
}

/**
 * Puts the result of a command among the runs that the console shows, and tells the rules about backups of a failure. A
 * backup that was made ends what they say of its place; it starts no watch of its age, because nobody planned the next.
 *
 * @throws Error where the database cannot be written
 */
export async function recordBackup(config: Pick<Config, 'database'>, made: CommandBackup): Promise<void> {
  const { bytes, rowCount, error, ...run } = made;
  const source = await new DataSource({ ...plainOptions(config), entities: archiveEntities }).initialize();
  try {
    const database = new Database(source, source);
    const unitOfWork = new UnitOfWork(database);
    const nowMs = Date.now();
    await new BackupRunStore(database, unitOfWork).add(
      { ...run, isScheduled: false },
      { bytes, rowCount, error },
      nowMs,
    );
    await new AlertFacts(database, unitOfWork).noteBackup(run.place, error, nowMs);
  } finally {
    await source.destroy();
  }
}
