import { bigColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that was mailed to an address; a newer one for the same purpose takes its place. */
@Entity('verification_codes')
export class VerificationCodeEntity {
  /** `v` proves an address, `r` sets a new password. */
  @PrimaryColumn({ type: 'varchar', length: 8 })
  purpose!: string;

  /** Address in lower case. */
  @PrimaryColumn({ name: 'code_key', type: 'varchar', length: 100 })
  codeKey!: string;

  /** Hash of the code together with its purpose and address, so that it is valid for nothing else. */
  @Column({ name: 'code_hash', type: 'varchar', length: 64 })
  codeHash!: string;

  /** Number of wrong attempts so far. */
  @Column({ type: 'int' })
  attempts!: number;

  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;
}
