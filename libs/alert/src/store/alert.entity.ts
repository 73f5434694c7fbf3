import { type AlertState } from '@contracts';
import { bigColumn, bigKey, integer64 } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One thing that holds, fires or has ended: a row for a rule and its subject, from the first sight to the end. */
@Entity('alerts')
export class AlertEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'rule_id' }))
  ruleId!: number;

  @Column({ name: 'rule_name', type: 'varchar', length: 100 })
  ruleName!: string;

  @Column({ type: 'varchar', length: 32 })
  kind!: string;

  @Column({ type: 'varchar', length: 16 })
  severity!: string;

  @Column({ type: 'varchar', length: 255 })
  subject!: string;

  /** Unique while the alert is open; null when it has ended. */
  @Column({ name: 'open_key', type: 'varchar', length: 300, nullable: true })
  openKey!: string | null;

  @Column({ type: 'varchar', length: 16 })
  state!: AlertState;

  @Column({ type: 'varchar', length: 32 })
  sentence!: string;

  /** JSON object. */
  @Column({ type: 'text' })
  figures!: string;

  @Column(bigColumn({ name: 'begun_at_ms' }))
  begunAtMs!: number;

  @Column(bigColumn({ name: 'fired_at_ms' }))
  firedAtMs!: number;

  @Column({ name: 'ended_at_ms', type: 'bigint', nullable: true, transformer: integer64 })
  endedAtMs!: number | null;

  /** When it held for the last time. */
  @Column(bigColumn({ name: 'seen_at_ms' }))
  seenAtMs!: number;

  /** When receivers were told last, or reminded. */
  @Column(bigColumn({ name: 'told_at_ms' }))
  toldAtMs!: number;

  @Column({ name: 'acknowledged_by', type: 'varchar', length: 64 })
  acknowledgedBy!: string;

  @Column(bigColumn({ name: 'acknowledged_at_ms' }))
  acknowledgedAtMs!: number;
}
