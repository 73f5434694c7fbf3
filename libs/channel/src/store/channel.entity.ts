import { type ChannelStatusValue } from '@contracts';
import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A channel as stored. Its use is counted by the ledger; `upstreamBalance` is money at the provider, not quota. */
@Entity('channels')
export class ChannelEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column({ type: 'int' })
  type!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ name: 'key_sealed', type: 'text' })
  keySealed!: string;

  /** Keyed hash, to find a channel by its key and to see whether a key was replaced. */
  @Column({ name: 'key_hash', type: 'varchar', length: 64 })
  keyHash!: string;

  /** Whether the sealed text holds one key per line, which requests share. */
  @Column(truthColumn({ name: 'several_keys' }))
  hasSeveralKeys!: boolean;

  /** Comma list. */
  @Column({ name: 'channel_group', type: 'text' })
  group!: string;

  /** Comma list, at least one. */
  @Column({ type: 'text' })
  models!: string;

  @Column({ type: 'int' })
  status!: ChannelStatusValue;

  @Column({ name: 'openai_organization', type: 'varchar', length: 255, nullable: true })
  openaiOrganization!: string | null;

  /** Largest estimated prompt; 0 is no limit. */
  @Column({ name: 'max_input_tokens', type: 'int' })
  maxInputTokens!: number;

  /** Base address without a trailing slash; empty means the default address of the channel type. */
  @Column({ name: 'base_url', type: 'varchar', length: 1024 })
  baseUrl!: string;

  /** Meaning depends on the type, see the channel type table. */
  @Column({ type: 'text' })
  other!: string;

  /** JSON object, requested name to upstream name. */
  @Column({ name: 'model_mapping', type: 'text', nullable: true })
  modelMapping!: string | null;

  /** JSON object, upstream status to status. */
  @Column({ name: 'status_code_mapping', type: 'varchar', length: 1024, nullable: true })
  statusCodeMapping!: string | null;

  @Column({ name: 'test_model', type: 'varchar', length: 255, nullable: true })
  testModel!: string | null;

  /** Whether the server may disable the channel. */
  @Column(truthColumn({ name: 'auto_ban' }))
  isAutoBan!: boolean;

  @Column(bigColumn())
  priority!: number;

  @Column({ type: 'int' })
  weight!: number;

  /** Time of the last test; 0 means never tested. */
  @Column({ name: 'response_time_ms', type: 'int' })
  responseTimeMs!: number;

  @Column(bigColumn({ name: 'tested_at_ms' }))
  testedAtMs!: number;

  @Column({ name: 'upstream_balance', type: 'double precision' })
  upstreamBalance!: number;

  @Column(bigColumn({ name: 'upstream_balance_at_ms' }))
  upstreamBalanceAtMs!: number;

  /** Why the server changed the status; empty when it did not. */
  @Column({ name: 'status_reason', type: 'text' })
  statusReason!: string;

  @Column(bigColumn({ name: 'status_at_ms' }))
  statusAtMs!: number;

  /** JSON of the settings that are never searched, see `ChannelSettings`; empty where none is set. */
  @Column({ type: 'text' })
  settings!: string;

  /** Label by which channels are found and changed together; empty for none. */
  @Column({ type: 'varchar', length: 64, default: '' })
  tag!: string;

  @Column({ type: 'varchar', length: 1000, default: '' })
  note!: string;

  /** From this millisecond on the channel serves nothing; 0 is never. */
  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;
}
