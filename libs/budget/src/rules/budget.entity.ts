import { type BudgetWindow } from '@contracts';
import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whom a budget is for, as stored. */
export const StoredScope = { key: 1, user: 2, group: 3, team: 4, member: 5 } as const;
export type StoredScopeValue = (typeof StoredScope)[keyof typeof StoredScope];

/** What may be spent in each period, and by whom. */
@Entity('budgets')
export class BudgetEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column({ type: 'int' })
  scope!: StoredScopeValue;

  /** The id of the key, user, team or membership; 0 for a group. */
  @Column(bigColumn({ name: 'owner_id' }))
  ownerId!: number;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  groupName!: string;

  /** Units for each period. */
  @Column(bigColumn())
  amount!: number;

  @Column({ name: 'window_kind', type: 'varchar', length: 8 })
  window!: BudgetWindow;

  @Column(truthColumn({ name: 'is_rolling' }))
  isRolling!: boolean;

  /** IANA name of the zone in which periods begin. */
  @Column({ name: 'time_zone', type: 'varchar', length: 64 })
  timeZone!: string;

  @Column(truthColumn({ name: 'is_hard' }))
  isHard!: boolean;

  @Column(truthColumn({ name: 'carries_over' }))
  carriesOver!: boolean;

  /** Percent at which notices are sent, rising, joined by commas. */
  @Column({ type: 'varchar', length: 64 })
  thresholds!: string;

  /** Grows when the window becomes another one: older periods then count no more. */
  @Column({ type: 'int' })
  revision!: number;

  /** The owner of the key has set it. */
  @Column(truthColumn({ name: 'is_own' }))
  isOwn!: boolean;

  @Column({ name: 'created_by', type: 'varchar', length: 64 })
  createdBy!: string;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'updated_at_ms' }))
  updatedAtMs!: number;
}

export type Budget = Readonly<BudgetEntity>;

/** Percent at which notices are sent, rising. */
export function thresholdsOf({ thresholds }: Pick<Budget, 'thresholds'>): readonly number[] {
  return thresholds === '' ? [] : thresholds.split(',').map(Number);
}
