import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A third-party account attached to one of ours; found by the provider's permanent id, never by a name. */
@Entity('identities')
export class IdentityEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  /** The provider: `github`, `linuxdo`, `wechat`, `telegram` or `oidc`. */
  @Column({ type: 'varchar', length: 16 })
  provider!: string;

  /** The provider's permanent id of the account, as text. */
  @Column({ type: 'varchar', length: 128 })
  subject!: string;

  /** The login name at the provider, for display. */
  @Column({ type: 'varchar', length: 128 })
  login!: string;

  /** The trust level, where the provider has one. */
  @Column({ type: 'int' })
  level!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;
}
