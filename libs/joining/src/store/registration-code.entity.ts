import { bigColumn, bigKey, integer64 } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that lets people open accounts. Deleted rows stay for those who used them. */
@Entity('registration_codes')
export class RegistrationCodeEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  /** Keyed hash by which a presented code is found. */
  @Column({ name: 'code_hash', type: 'varchar', length: 64 })
  codeHash!: string;

  /** The code, sealed: administrators send it out again, and a copy of the database must let nobody in. */
  @Column({ name: 'code_sealed', type: 'varchar', length: 255 })
  codeSealed!: string;

  @Column({ type: 'varchar', length: 100 })
  note!: string;

  /** The group that new accounts get; empty for the usual one. */
  @Column({ name: 'user_group', type: 'varchar', length: 255 })
  group!: string;

  /** Units that new accounts get. */
  @Column(bigColumn())
  quota!: number;

  @Column({ type: 'int' })
  uses!: number;

  @Column({ name: 'uses_max', type: 'int' })
  usesMax!: number;

  /** 1 enabled, 2 disabled. */
  @Column({ type: 'int' })
  status!: number;

  @Column(bigColumn({ name: 'created_by' }))
  createdBy!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  /** 0 for a code that does not expire. */
  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;

  @Column({ name: 'deleted_at_ms', type: 'bigint', nullable: true, transformer: integer64 })
  deletedAtMs!: number | null;
}

export type RegistrationCode = Readonly<RegistrationCodeEntity>;
