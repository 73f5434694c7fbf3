import { bigColumn, bigKey, integer64 } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type UserRecord } from './user-record';

/** The account of a user. The ledger keeps the balances. Deleted accounts stay, so that their names stay reserved. */
@Entity('users')
export class UserEntity implements UserRecord {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  username!: string;

  /** The lower-case form of the name, by which names are found and kept unique. */
  @Column({ name: 'username_key', type: 'varchar', length: 20 })
  usernameKey!: string;

  @Column({ name: 'display_name', type: 'varchar', length: 20 })
  displayName!: string;

  /** The hash of the password; null for accounts that only sign in through a third party. */
  @Column({ name: 'password_hash', type: 'varchar', length: 255, nullable: true })
  passwordHash!: string | null;

  @Column({ type: 'int' })
  role!: number;

  @Column({ type: 'int' })
  status!: number;

  /** The address in lower case; null when there is none, because two empty texts would collide. */
  @Column({ type: 'varchar', length: 100, nullable: true })
  email!: string | null;

  /** One group name or a comma list; the first is the primary group. */
  @Column({ name: 'user_group', type: 'varchar', length: 255 })
  group!: string;

  @Column({ name: 'aff_code', type: 'varchar', length: 32, nullable: true })
  affCode!: string | null;

  @Column({ name: 'aff_count', type: 'int' })
  affCount!: number;

  @Column(bigColumn({ name: 'inviter_id' }))
  inviterId!: number;

  @Column({ name: 'message_penetration', type: 'varchar', length: 2000 })
  message!: string;

  /** Requests in a minute over all keys; 0 is no limit, here and in the next three. */
  @Column({ name: 'rpm_limit', type: 'int' })
  rpmLimit!: number;

  @Column({ name: 'tpm_limit', type: 'int' })
  tpmLimit!: number;

  @Column({ name: 'max_concurrency', type: 'int' })
  maxConcurrency!: number;

  @Column({ name: 'rpd_limit', type: 'int' })
  rpdLimit!: number;

  @Column({ name: 'access_token_hash', type: 'varchar', length: 64, nullable: true })
  accessTokenHash!: string | null;

  /**
   * The version of sessions. A session remembers the version under which it was opened; raising the version ends all
   * sessions.
   */
  @Column({ name: 'session_version', type: 'int' })
  sessionVersion!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'last_login_at_ms' }))
  lastLoginAtMs!: number;

  @Column({ name: 'deleted_at_ms', type: 'bigint', nullable: true, transformer: integer64 })
  deletedAtMs!: number | null;
}
