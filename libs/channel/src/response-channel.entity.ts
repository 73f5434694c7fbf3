import { bigColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a response is stored that a later call may lean on. */
@Entity('response_channels')
export class ResponseChannelEntity {
  /** Of the user's id and the response's. */
  @PrimaryColumn({ name: 'response_hash', type: 'varchar', length: 64 })
  responseHash!: string;

  @Column(bigColumn({ name: 'channel_id' }))
  channelId!: number;

  /** Of the key that asked: another account of the provider does not know the response. */
  @Column({ name: 'key_hash', type: 'varchar', length: 64 })
  keyHash!: string;

  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;
}
