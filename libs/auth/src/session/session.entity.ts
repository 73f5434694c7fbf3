import { bigColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signed-in browser. The cookie holds the id, the table only its hash: a stolen table opens no session. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn({ name: 'id_hash', type: 'varchar', length: 64 })
  idHash!: string;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  /** The account's session version at sign-in; when the account has a newer one, this session has ended. */
  @Column({ name: 'session_version', type: 'int' })
  sessionVersion!: number;

  /** JSON object with the values that a sign-in flow must remember. */
  @Column({ type: 'text' })
  data!: string;

  @Column({ name: 'client_ip', type: 'varchar', length: 64 })
  clientIp!: string;

  @Column({ name: 'user_agent', type: 'varchar', length: 255 })
  userAgent!: string;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  /** Written at most once an hour. */
  @Column(bigColumn({ name: 'seen_at_ms' }))
  seenAtMs!: number;

  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;
}
