import { bigKey } from '@platform';
import { Entity, PrimaryColumn } from 'typeorm';

/** A code that replaces one code of a lost app; the row is deleted when it is used. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn(bigKey('user_id'))
  userId!: number;

  @PrimaryColumn({ name: 'code_hash', type: 'varchar', length: 64 })
  codeHash!: string;
}
