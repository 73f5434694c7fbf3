import { bigColumn, bigKey, integer64 } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type UserRecord } from './user-record';

/** A person's account. Balances are not here: the ledger keeps them. Deleted accounts stay, so that names stay reserved. */
@Entity('users')
export class UserEntity implements UserRecord {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  username!: string;

  /** Lower-case twin by which names are found and kept unique. */
  @Column({ name: 'username_key', type: 'varchar', length: 20 })
  usernameKey!: string;

  @Column({ name: 'display_name', type: 'varchar', length: 20 })
  displayName!: string;

  /** Null for accounts that only sign in through a third party. */
  @Column({ name: 'password_hash', type: 'varchar', length: 255, nullable: true })
  passwordHash!: string | null;

  @Column({ type: 'int' })
  role!: number;

  @Column({ type: 'int' })
  status!: number;

  /** Lower case; null when none, because two empty ones would collide. */
  @Column({ type: 'varchar', length: 100, nullable: true })
  email!: string | null;

  /** One group name or a comma list; the first is the primary one. */
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

  @Column({ name: 'access_token_hash', type: 'varchar', length: 64, nullable: true })
  accessTokenHash!: string | null;

  /** Sessions remember the version they were opened under; raising it ends them all. */
  @Column({ name: 'session_version', type: 'int' })
  sessionVersion!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'last_login_at_ms' }))
  lastLoginAtMs!: number;

  @Column({ name: 'deleted_at_ms', type: 'bigint', nullable: true, transformer: integer64 })
  deletedAtMs!: number | null;
}
