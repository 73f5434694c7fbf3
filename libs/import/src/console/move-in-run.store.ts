import { type MoveInState } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '@platform';
import { IsNull, LessThan, type EntityManager } from 'typeorm';
import { MoveInRunEntity } from './move-in-run.entity';

/** Runs that are remembered. */
const KEPT_RUNS = 20;
const ERROR_LENGTH_MAX = 1_000;
const SOURCE_LENGTH_MAX = 600;

export type NewRun = Pick<MoveInRunEntity, 'source' | 'username' | 'isDryRun' | 'startedAtMs'>;

export interface RunEnd {
  readonly state: MoveInState;
  readonly error?: string;
  readonly report?: string;
}

@Injectable()
export class MoveInRunStore {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns the id of the new row */
  async begin(manager: EntityManager, run: NewRun): Promise<number> {
    const { identifiers } = await manager.insert(MoveInRunEntity, {
      ...run,
      source: run.source.slice(0, SOURCE_LENGTH_MAX),
      endedAtMs: null,
      state: 'running',
      step: '',
      stepRows: 0,
      error: '',
      report: '',
    });
    const id = Number(identifiers[0]?.id);
    await manager.delete(MoveInRunEntity, { id: LessThan(id - KEPT_RUNS) });
    return id;
  }

  async setStep(id: number, step: string, stepRows: number): Promise<void> {
    await this.unitOfWork.run(manager => manager.update(MoveInRunEntity, { id }, { step, stepRows }));
  }

  async end(manager: EntityManager, id: number, { state, error = '', report = '' }: RunEnd): Promise<void> {
    const changes = { state, report, error: error.slice(0, ERROR_LENGTH_MAX), endedAtMs: Date.now() };
    await manager.update(MoveInRunEntity, { id, endedAtMs: IsNull() }, changes);
  }

  newest(): Promise<MoveInRunEntity | null> {
    return this.database.read.findOne(MoveInRunEntity, { where: {}, order: { id: 'DESC' } });
  }

  /** Marks what nobody works on any more. */
  async endLeft(): Promise<void> {
    await this.unitOfWork.run(manager =>
      manager.update(MoveInRunEntity, { endedAtMs: IsNull() }, { state: 'interrupted', endedAtMs: Date.now() }),
    );
  }
}
