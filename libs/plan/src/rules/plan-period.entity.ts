import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A period of a plan that somebody has: its id is the owner of the account of the allowance. */
@Entity('plan_periods')
export class PlanPeriodEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'subscription_id' }))
  subscriptionId!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column(bigColumn({ name: 'start_ms' }))
  startMs!: number;

  /** Moves back when the period is ended before its time. */
  @Column(bigColumn({ name: 'end_ms' }))
  endMs!: number;

  /** Units of the allowance. */
  @Column(bigColumn())
  granted!: number;

  /** Units that were paid for it. */
  @Column(bigColumn())
  price!: number;
}

export type PlanPeriodRow = Readonly<PlanPeriodEntity>;
