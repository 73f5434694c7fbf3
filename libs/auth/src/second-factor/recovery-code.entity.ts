import { bigKey } from '@platform';
import { Entity, PrimaryColumn } from 'typeorm';

/** Stands in for one code of a lost app; the row goes with its use. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn(bigKey('user_id'))
  userId!: number;

  @PrimaryColumn({ name: 'code_hash', type: 'varchar', length: 64 })
  codeHash!: string;
}
