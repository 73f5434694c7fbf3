import { type TeamRoleValue } from '@contracts';
import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An invitation that waits. Who accepts it removes it, so it counts once. */
@Entity('team_invitations')
export class TeamInvitationEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'team_id' }))
  teamId!: number;

  /** SHA-256 of the code in the link. */
  @Column({ name: 'code_hash', type: 'varchar', length: 64 })
  codeHash!: string;

  @Column({ type: 'int' })
  role!: TeamRoleValue;

  /** Where it was mailed to; empty for a link. */
  @Column({ type: 'varchar', length: 255 })
  email!: string;

  @Column(bigColumn({ name: 'created_by' }))
  createdBy!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;
}

export type Invitation = Readonly<TeamInvitationEntity>;
