import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type StoredTerms } from './plan.entity';

/** How a subscription stands, as it is stored; one that is cancelled keeps its state until its period ends. */
export type StoredState = 'trial' | 'active' | 'past_due' | 'ended';

/** A plan that somebody has, or had. */
@Entity('plan_subscriptions')
export class SubscriptionEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column(bigColumn({ name: 'plan_id' }))
  planId!: number;

  /** The terms of the present period, as JSON. */
  @Column({ type: 'text' })
  terms!: string;

  @Column({ type: 'varchar', length: 12 })
  state!: StoredState;

  /** IANA name of the zone at whose midnight periods begin. */
  @Column({ name: 'time_zone', type: 'varchar', length: 64 })
  timeZone!: string;

  /** Periods are counted from here. */
  @Column(bigColumn({ name: 'anchor_ms' }))
  anchorMs!: number;

  /** Periods since the anchor, with the present one. */
  @Column({ type: 'int' })
  turns!: number;

  /** The present period, or the last one. */
  @Column(bigColumn({ name: 'period_id' }))
  periodId!: number;

  @Column(bigColumn({ name: 'start_ms' }))
  startMs!: number;

  @Column(bigColumn({ name: 'end_ms' }))
  endMs!: number;

  @Column(truthColumn({ name: 'is_cancelled' }))
  isCancelled!: boolean;

  /** The plan that follows with the next period; 0 for the same. */
  @Column(bigColumn({ name: 'next_plan_id' }))
  nextPlanId!: number;

  /** Periods after the present one that are paid for. */
  @Column({ name: 'prepaid_periods', type: 'int' })
  prepaidPeriods!: number;

  /** Since when the next period could not be paid; 0 where it could. */
  @Column(bigColumn({ name: 'due_since_ms' }))
  dueSinceMs!: number;

  /** The end of a trial was told. */
  @Column(truthColumn({ name: 'is_told' }))
  isTold!: boolean;

  /** The period of whose end was told, where nothing follows it. */
  @Column(bigColumn({ name: 'told_period_id' }))
  toldPeriodId!: number;

  /** Calls use the plans of a person from the lowest to the highest. */
  @Column({ name: 'sort_order', type: 'int' })
  sortOrder!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'updated_at_ms' }))
  updatedAtMs!: number;
}

export type Subscription = Readonly<SubscriptionEntity>;

export function termsOfSubscription({ terms }: Pick<Subscription, 'terms'>): StoredTerms {
  return JSON.parse(terms) as StoredTerms; // written from StoredTerms
}
