import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A backup that a server makes, has made, or could not make. */
@Entity('backup_runs')
export class BackupRunEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column({ type: 'varchar', length: 600 })
  place!: string;

  @Column({ type: 'varchar', length: 64 })
  name!: string;

  @Column(truthColumn({ name: 'is_scheduled' }))
  isScheduled!: boolean;

  @Column(bigColumn({ name: 'started_at_ms' }))
  startedAtMs!: number;

  /** Null while it is made. */
  @Column(bigColumn({ name: 'ended_at_ms', nullable: true }))
  endedAtMs!: number | null;

  /** 0 for one that failed. */
  @Column(bigColumn())
  bytes!: number;

  @Column(bigColumn({ name: 'row_count' }))
  rowCount!: number;

  /** Why it failed; of one that was made, what went wrong afterwards. */
  @Column({ type: 'varchar', length: 1000 })
  error!: string;
}
