import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is watched, and who is told. */
@Entity('alert_rules')
export class AlertRuleEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  /** Empty: the name of the kind. */
  @Column({ type: 'varchar', length: 100 })
  name!: string;

  @Column({ type: 'varchar', length: 32 })
  kind!: string;

  @Column(truthColumn({ name: 'is_enabled' }))
  isEnabled!: boolean;

  @Column({ type: 'varchar', length: 16 })
  severity!: string;

  /** JSON of `RuleSettings`. */
  @Column({ type: 'text' })
  settings!: string;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;
}
