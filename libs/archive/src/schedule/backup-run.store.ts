import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '@platform';
import { type EntityManager, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { BackupRunEntity } from './backup-run.entity';

/** Runs that are remembered. */
const KEPT_RUNS = 200;
const ERROR_LENGTH_MAX = 1_000;

export type NewRun = Pick<BackupRunEntity, 'place' | 'name' | 'isScheduled' | 'startedAtMs'>;
export type RunEnd = Partial<Pick<BackupRunEntity, 'bytes' | 'rowCount' | 'error'>>;

@Injectable()
export class BackupRunStore {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns the id of the new row */
  begin(run: NewRun): Promise<number> {
    return this.unitOfWork.run(manager => insertRun(manager, { ...run, endedAtMs: null }));
  }

  /** Adds a run that is over. */
  async add(run: NewRun, end: RunEnd, nowMs: number): Promise<void> {
    await this.unitOfWork.run(manager => insertRun(manager, { ...run, ...endedWith(end, nowMs) }));
  }

  async end(id: number, end: RunEnd, nowMs: number): Promise<void> {
    await this.unitOfWork.run(manager => manager.update(BackupRunEntity, { id }, endedWith(end, nowMs)));
  }

  /** Runs that nobody has ended. */
  unfinished(): Promise<BackupRunEntity[]> {
    return this.database.read.find(BackupRunEntity, { where: { endedAtMs: IsNull() } });
  }

  newest(count: number): Promise<BackupRunEntity[]> {
    return this.database.read.find(BackupRunEntity, { order: { id: 'DESC' }, take: count });
  }

  newestMade(): Promise<BackupRunEntity | null> {
    return this.first({ bytes: MoreThan(0) });
  }

  newestScheduled(outcome: 'made' | 'ended'): Promise<BackupRunEntity | null> {
    const made = outcome === 'made' ? { bytes: MoreThan(0) } : {};
    return this.first({ isScheduled: true, endedAtMs: Not(IsNull()), ...made });
  }

  private first(where: object): Promise<BackupRunEntity | null> {
    return this.database.read.findOne(BackupRunEntity, { where, order: { id: 'DESC' } });
  }
}

function endedWith({ error = '', ...figures }: RunEnd, nowMs: number) {
  return { ...figures, error: error.slice(0, ERROR_LENGTH_MAX), endedAtMs: nowMs };
}

/** @returns the id of the new row */
async function insertRun(
  manager: EntityManager,
  run: NewRun & Pick<BackupRunEntity, 'endedAtMs'> & RunEnd,
): Promise<number> {
  const { identifiers } = await manager.insert(BackupRunEntity, { bytes: 0, rowCount: 0, error: '', ...run });
  const id = Number(identifiers[0]?.id);
  await manager.delete(BackupRunEntity, { id: LessThan(id - KEPT_RUNS) });
  return id;
}
