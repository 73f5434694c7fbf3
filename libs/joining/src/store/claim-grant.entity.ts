import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a rule about claims gave a person, and what was there before, so that it can be taken back. */
@Entity('claim_grants')
export class ClaimGrantEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  /** `group`, `role`, or `team:` and an id. */
  @Column({ type: 'varchar', length: 40 })
  target!: string;

  @Column({ name: 'given_value', type: 'varchar', length: 255 })
  givenValue!: string;

  /** Empty for a team in which the person was not. */
  @Column({ name: 'former_value', type: 'varchar', length: 255 })
  formerValue!: string;

  @Column(bigColumn({ name: 'given_at_ms' }))
  givenAtMs!: number;
}

export type ClaimGrant = Readonly<ClaimGrantEntity>;
