import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The authenticator app of an account, of which there is at most one. */
@Entity('authenticators')
export class AuthenticatorEntity {
  @PrimaryColumn(bigKey('user_id'))
  userId!: number;

  /** Sealed together with the user id, so that a row copied to another account does not open. */
  @Column({ name: 'secret_sealed', type: 'varchar', length: 255 })
  secretSealed!: string;

  /** Whether a code has shown that the app holds the secret; only then sign-in requires its codes. */
  @Column(truthColumn({ name: 'is_confirmed' }))
  isConfirmed!: boolean;

  /** Time step of the last code that was accepted. */
  @Column(bigColumn({ name: 'last_step' }))
  lastStep!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;
}
