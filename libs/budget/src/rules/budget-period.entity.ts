import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A period of a budget: its id is the owner of the account that is spent. */
@Entity('budget_periods')
export class BudgetPeriodEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'budget_id' }))
  budgetId!: number;

  @Column({ type: 'int' })
  revision!: number;

  @Column(bigColumn({ name: 'start_ms' }))
  startMs!: number;

  /** 0 where it has no end. */
  @Column(bigColumn({ name: 'end_ms' }))
  endMs!: number;

  /** The length of a rolling window; 0 for all others. */
  @Column(bigColumn({ name: 'rolling_ms' }))
  rollingMs!: number;

  /** Units that the period has got, with those that were carried over. */
  @Column(bigColumn())
  granted!: number;

  /** Units that the period before it has left. */
  @Column(bigColumn())
  carried!: number;

  /** The highest threshold that was told. */
  @Column({ name: 'noticed_percent', type: 'int' })
  noticedPercent!: number;
}

export type BudgetPeriod = Readonly<BudgetPeriodEntity>;
