import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who can be told, and how the last message went. */
@Entity('alert_receivers')
export class AlertReceiverEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  /** Empty: the name of the kind. */
  @Column({ type: 'varchar', length: 100 })
  name!: string;

  @Column({ type: 'varchar', length: 32 })
  kind!: string;

  @Column(truthColumn({ name: 'is_enabled' }))
  isEnabled!: boolean;

  @Column({ type: 'varchar', length: 8 })
  language!: string;

  /** JSON object of the fields that are no secrets. */
  @Column({ type: 'text' })
  settings!: string;

  /** Sealed JSON object of the others; empty when there are none. */
  @Column({ name: 'secrets_sealed', type: 'text' })
  secretsSealed!: string;

  @Column(bigColumn({ name: 'sent_at_ms' }))
  sentAtMs!: number;

  @Column({ type: 'varchar', length: 500 })
  error!: string;

  @Column(bigColumn({ name: 'error_at_ms' }))
  errorAtMs!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;
}
