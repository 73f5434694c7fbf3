import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who opened an account with a code. */
@Entity('registration_uses')
export class RegistrationUseEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'code_id' }))
  codeId!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column(bigColumn({ name: 'used_at_ms' }))
  usedAtMs!: number;
}
