import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A rule by which the content of calls is recorded. Rules end by themselves, and are then removed. */
@Entity('inspect_rules')
export class InspectRuleEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  /** Whether the owner of the key has made it. */
  @Column(truthColumn({ name: 'is_own' }))
  isOwn!: boolean;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column(bigColumn({ name: 'token_id' }))
  tokenId!: number;

  @Column(bigColumn({ name: 'channel_id' }))
  channelId!: number;

  @Column({ name: 'model_name', type: 'varchar', length: 255 })
  modelName!: string;

  @Column({ name: 'per_mille', type: 'int' })
  perMille!: number;

  @Column(truthColumn({ name: 'only_failures' }))
  onlyFailures!: boolean;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;

  @Column({ name: 'created_by', type: 'varchar', length: 64 })
  createdBy!: string;

  @Column({ type: 'varchar', length: 200 })
  note!: string;
}
