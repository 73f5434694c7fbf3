import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key, of a channel with several, that was disabled because the provider refused it. */
@Entity('channel_key_faults')
export class KeyFaultEntity {
  @PrimaryColumn(bigKey('channel_id'))
  channelId!: number;

  @PrimaryColumn({ name: 'key_hash', type: 'varchar', length: 64 })
  keyHash!: string;

  /** The provider's message, without secrets. */
  @Column({ type: 'text' })
  reason!: string;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;
}
