import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One day on which a user checked in; unique per user and day. */
@Entity('check_ins')
export class CheckInEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  /** YYYY-MM-DD in the configured time zone; as texts, days sort as they follow one another. */
  @Column({ name: 'sign_date', type: 'varchar', length: 10 })
  signDate!: string;

  /** Units. */
  @Column(bigColumn({ name: 'quota_awarded' }))
  quotaAwarded!: number;

  /** Consecutive days up to and including this one. */
  @Column({ type: 'int' })
  streak!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;
}
