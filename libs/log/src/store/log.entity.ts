import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row per event, of the types in the contracts. Written in batches by the log store, read for the screens. */
@Entity('logs')
export class LogEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column({ type: 'int' })
  type!: number;

  @Column({ type: 'text' })
  content!: string;

  /** The user's name at the time of the event. */
  @Column({ type: 'varchar', length: 64 })
  username!: string;

  @Column({ name: 'token_name', type: 'varchar', length: 64 })
  tokenName!: string;

  @Column(bigColumn({ name: 'token_id' }))
  tokenId!: number;

  /** The group that was really used. */
  @Column({ name: 'token_group', type: 'varchar', length: 64 })
  tokenGroup!: string;

  /** The model name as requested, not as mapped. */
  @Column({ name: 'model_name', type: 'varchar', length: 255 })
  modelName!: string;

  /** The units charged. */
  @Column(bigColumn())
  quota!: number;

  @Column(bigColumn({ name: 'prompt_tokens' }))
  promptTokens!: number;

  @Column(bigColumn({ name: 'completion_tokens' }))
  completionTokens!: number;

  @Column(bigColumn({ name: 'use_time_ms' }))
  useTimeMs!: number;

  @Column(truthColumn({ name: 'is_stream' }))
  isStream!: boolean;

  @Column(bigColumn({ name: 'channel_id' }))
  channelId!: number;

  @Column({ name: 'client_ip', type: 'varchar', length: 64 })
  clientIp!: string;

  @Column({ name: 'request_id', type: 'varchar', length: 64 })
  requestId!: string;

  /** Units that the call cost at its supplier; null where that is not known. */
  @Column({ ...bigColumn(), nullable: true })
  cost!: number | null;

  /** The team whose key made the call; null for all others. */
  @Column({ ...bigColumn({ name: 'team_id' }), nullable: true })
  teamId!: number | null;

  /** Tags of the call between commas; null without any. */
  @Column({ type: 'varchar', length: 600, nullable: true })
  tags!: string | null;

  /** JSON text with the receipt, the first-token time and the channels tried. */
  @Column({ type: 'text' })
  other!: string;
}
