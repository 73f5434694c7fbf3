import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key pair in a user's device or password manager; the server stores the public half. */
@Entity('passkeys')
export class PasskeyEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  /** SHA-256 of the credential id, lower-case hex: ids are too long for an index. */
  @Column({ name: 'credential_hash', type: 'varchar', length: 64 })
  credentialHash!: string;

  /** Base64url. */
  @Column({ name: 'credential_id', type: 'text' })
  credentialId!: string;

  /** COSE key, base64url. */
  @Column({ name: 'public_key', type: 'text' })
  publicKey!: string;

  /** Uses as the device counts them; synchronised passkeys stay at 0. */
  @Column(bigColumn({ name: 'sign_count' }))
  signCount!: number;

  /** Comma list of the ways to reach the device, such as `internal,hybrid`; hints for the browser. */
  @Column({ type: 'varchar', length: 255 })
  transports!: string;

  @Column({ type: 'varchar', length: 64 })
  name!: string;

  @Column(truthColumn({ name: 'is_backed_up' }))
  isBackedUp!: boolean;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  /** Time of the last use; 0 when the passkey was never used. */
  @Column(bigColumn({ name: 'used_at_ms' }))
  usedAtMs!: number;
}
