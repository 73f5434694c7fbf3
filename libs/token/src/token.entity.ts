import { bigColumn, bigKey, integer64, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An API key of a user. The ledger keeps what it may still spend. Deleted rows stay for the logs. */
@Entity('tokens')
export class TokenEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  /** 0 for a token that a team shares: its calls are made by the owner of the team. */
  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  /** Keyed hash by which a presented key is found. */
  @Column({ name: 'key_hash', type: 'varchar', length: 64 })
  keyHash!: string;

  /** The key, sealed: its owner may read it in the list. */
  @Column({ name: 'key_sealed', type: 'varchar', length: 255 })
  keySealed!: string;

  /** Hash of the key that the last rotation replaced; empty before the first. A refusal after its end is found by it. */
  @Column({ name: 'previous_key_hash', type: 'varchar', length: 64 })
  previousKeyHash!: string;

  /** Until when the replaced key works beside the present one; 0 before the first rotation. */
  @Column(bigColumn({ name: 'previous_ends_at_ms' }))
  previousEndsAtMs!: number;

  /** The time of the last rotation; 0 before the first. */
  @Column(bigColumn({ name: 'rotated_at_ms' }))
  rotatedAtMs!: number;

  /** 1 enabled, 2 disabled; 3 expired and 4 exhausted are set by the server alone. */
  @Column({ type: 'int' })
  status!: number;

  /** Whether an administrator set status 2, so that the owner cannot take it back. */
  @Column(truthColumn({ name: 'disabled_by_admin' }))
  isDisabledByAdmin!: boolean;

  @Column({ type: 'varchar', length: 30 })
  name!: string;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  /** The time of the last use, written some seconds later for many tokens at a time. */
  @Column(bigColumn({ name: 'accessed_at_ms' }))
  accessedAtMs!: number;

  /** From where the last use came, and what its client called itself; written with its time. */
  @Column({ name: 'accessed_ip', type: 'varchar', length: 64 })
  accessedIp!: string;

  @Column({ name: 'accessed_client', type: 'varchar', length: 128 })
  accessedClient!: string;

  /** The expiry; -1 means never. */
  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;

  /** The expiry of which the owner was reminded; 0 before the first reminder. */
  @Column(bigColumn({ name: 'reminded_expiry_ms' }))
  remindedExpiryMs!: number;

  @Column(truthColumn({ name: 'model_limits_enabled' }))
  isModelLimited!: boolean;

  /** A comma list of model names. */
  @Column({ name: 'model_limits', type: 'text' })
  modelLimits!: string;

  /** A comma list of addresses and CIDR blocks; empty is no limit. */
  @Column({ name: 'ip_limits', type: 'text' })
  ipLimits!: string;

  @Column(truthColumn({ name: 'rate_limit_enabled' }))
  isRateLimited!: boolean;

  /** The length of the sliding window in seconds. */
  @Column({ name: 'rate_limit_interval', type: 'int' })
  rateLimitInterval!: number;

  /** The number of requests accepted in one window. */
  @Column({ name: 'rate_limit_count', type: 'int' })
  rateLimitCount!: number;

  /** Requests in a minute; 0 is no limit, here and in the next three. */
  @Column({ name: 'rpm_limit', type: 'int' })
  rpmLimit!: number;

  @Column({ name: 'tpm_limit', type: 'int' })
  tpmLimit!: number;

  @Column({ name: 'max_concurrency', type: 'int' })
  maxConcurrency!: number;

  @Column({ name: 'rpd_limit', type: 'int' })
  rpdLimit!: number;

  /** The model of calls that name none; empty for none. */
  @Column({ name: 'default_model', type: 'varchar', length: 255 })
  defaultModel!: string;

  /** The group of the token; empty means the user's own group. */
  @Column({ name: 'token_group', type: 'varchar', length: 64 })
  group!: string;

  /** The team whose wallet pays; 0 for a token of its owner alone. */
  @Column(bigColumn({ name: 'team_id' }))
  teamId!: number;

  /** The membership with which a token of a team ends; 0 for a token that all members share. */
  @Column(bigColumn({ name: 'member_id' }))
  memberId!: number;

  /** Tags of all calls, each between commas; empty without any. */
  @Column({ type: 'varchar', length: 600 })
  tags!: string;

  @Column({ name: 'deleted_at_ms', type: 'bigint', nullable: true, transformer: integer64 })
  deletedAtMs!: number | null;
}
