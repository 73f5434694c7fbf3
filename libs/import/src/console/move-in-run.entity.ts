import { type MoveInState } from '@contracts';
import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A dry run or an import that root started in the console. */
@Entity('move_in_runs')
export class MoveInRunEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  /** An address without its password, or `file`. */
  @Column({ type: 'varchar', length: 600 })
  source!: string;

  @Column({ type: 'varchar', length: 64 })
  username!: string;

  @Column(truthColumn({ name: 'is_dry_run' }))
  isDryRun!: boolean;

  @Column(bigColumn({ name: 'started_at_ms' }))
  startedAtMs!: number;

  /** Null while it runs. */
  @Column(bigColumn({ name: 'ended_at_ms', nullable: true }))
  endedAtMs!: number | null;

  @Column({ type: 'varchar', length: 16 })
  state!: MoveInState;

  /** The table that is read. */
  @Column({ type: 'varchar', length: 64 })
  step!: string;

  @Column(bigColumn({ name: 'step_rows' }))
  stepRows!: number;

  @Column({ type: 'varchar', length: 1000 })
  error!: string;

  /** JSON of the report as the console shows it; empty without one. */
  @Column({ type: 'text' })
  report!: string;
}
