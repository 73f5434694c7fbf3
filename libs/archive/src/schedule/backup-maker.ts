import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, dataSourceOptions, EventBus, Logger, SecretBox, unlimitedOptions, type Config } from '@platform';
import { DataSource } from 'typeorm';
import { makeBackup, type MadeBackup } from '../make-backup';
import { backupNameAt, type BackupPlace } from '../places/place';
import { type BackupPlan } from './backup-plan';
import { BackupRunStore } from './backup-run.store';
import { backupsToRemove } from './kept-backups';

/** Makes one backup from beginning to end, and tells everybody what became of it. */
@Injectable()
export class BackupMaker {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly runs: BackupRunStore,
    private readonly box: SecretBox,
    private readonly events: EventBus,
    private readonly logger: Logger,
  ) {}

  /** @param onBegun called when the backup stands among the runs */
  async make(plan: BackupPlan, isScheduled: boolean, signal: AbortSignal, onBegun: () => void): Promise<void> {
    const { destination } = plan;
    const startedAtMs = Date.now();
    const name = backupNameAt(startedAtMs);
    let id: number | null = null;
    const begin = async (): Promise<number> => {
      id ??= await this.runs.begin({ place: destination, name, isScheduled, startedAtMs });
      onBegun();
      return id;
    };
    try {
      const { bytes, tables, warning } = await this.written(plan, name, { startedAtMs, begin, signal });
      const rowCount = tables.reduce((sum, { rows }) => sum + rows, 0);
      const endedAtMs = Date.now();
      await this.runs.end(await begin(), { bytes, rowCount, error: warning }, endedAtMs);
      this.logger.info({ destination, name, bytes, rows: rowCount }, 'a backup was made');
      this.events.publish('backup.finished', { destination, bytes, durationMs: endedAtMs - startedAtMs });
    } catch (cause) {
      const error = inWords(cause);
      const endedAtMs = Date.now();
      this.logger.error({ err: cause, destination }, 'a backup failed');
      this.events.publish('backup.failed', { destination, durationMs: endedAtMs - startedAtMs, error });
      await this.runs.end(await begin(), { error }, endedAtMs);
    }
  }

  private async written(
    plan: BackupPlan,
    name: string,
    run: { readonly startedAtMs: number; readonly begin: () => Promise<number>; readonly signal: AbortSignal },
  ): Promise<MadeBackup & { readonly warning: string }> {
    const { config, box } = this;
    if (config.database.url === ':memory:') throw new Error('a database in memory cannot be backed up.');
    const place = await plan.open();
    try {
      const options = unlimitedOptions(dataSourceOptions(config, { entities: [], migrations: [] }));
      const source = await new DataSource(options).initialize();
      try {
        const made = await makeBackup(source, place, name, {
          passphrase: plan.passphrase,
          secretsDirectory: plan.hasSecrets ? config.dataDir : null,
          keyMarks: box.marks,
          nowMs: run.startedAtMs,
          // The row of this backup is no part of it: whoever restores it did not begin one.
          onBegun: async () => void (await run.begin()),
          signal: run.signal,
        });
        return { ...made, warning: await this.removeOld(plan, place) };
      } finally {
        await source.destroy();
      }
    } finally {
      place.close?.();
    }
  }

  /** @returns what went wrong; the backup itself is made */
  private async removeOld({ keep, rhythm }: BackupPlan, place: BackupPlace): Promise<string> {
    try {
      for (const { name } of backupsToRemove(await place.list(), keep, rhythm.timeZone)) await place.remove(name);
      return '';
    } catch (error) {
      this.logger.warn({ err: error }, 'old backups could not be removed');
      return `the backup is made; older ones could not be removed: ${inWords(error)}`;
    }
  }
}

/** What the codes of a file system mean to a person. */
const CODES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'the server may not write there',
  EPERM: 'the server may not write there',
  EROFS: 'the disk can only be read',
  ENOTDIR: 'a part of the path is no folder',
  EIO: 'the disk is broken',
};

function inWords(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const known = CODES[code];
  const [first = ''] = message.split('\n', 1);
  return known === undefined ? first : `${known} (${first}).`;
}
