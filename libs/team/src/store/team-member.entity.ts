import { type TeamRoleValue } from '@contracts';
import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person in a team. Keys and caps name the row, so that they end with it, also for who joins again. */
@Entity('team_members')
export class TeamMemberEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'team_id' }))
  teamId!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  /** 1 member, 2 manager, 3 owner; every team has one owner. */
  @Column({ type: 'int' })
  role!: TeamRoleValue;

  @Column(bigColumn({ name: 'joined_at_ms' }))
  joinedAtMs!: number;
}

export type Member = Readonly<TeamMemberEntity>;
