import { bigColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The channel that holds a stored response, for later calls that refer to it. */
@Entity('response_channels')
export class ResponseChannelEntity {
  /** Hash of the user's id and the response's id. */
  @PrimaryColumn({ name: 'response_hash', type: 'varchar', length: 64 })
  responseHash!: string;

  @Column(bigColumn({ name: 'channel_id' }))
  channelId!: number;

  /** Keyed hash of the key that made the call: the provider knows the response only under that key's account. */
  @Column({ name: 'key_hash', type: 'varchar', length: 64 })
  keyHash!: string;

  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;
}
