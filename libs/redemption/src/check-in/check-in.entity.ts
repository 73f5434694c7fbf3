import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One day on which a user checked in; unique per user and day. */
@Entity('check_ins')
export class CheckInEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  /** The day as YYYY-MM-DD in the configured time zone. As texts, days sort in the order of time. */
  @Column({ name: 'sign_date', type: 'varchar', length: 10 })
  signDate!: string;

  /** The units that the check-in gave. */
  @Column(bigColumn({ name: 'quota_awarded' }))
  quotaAwarded!: number;

  /** The number of consecutive days up to and including this one. */
  @Column({ type: 'int' })
  streak!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;
}
