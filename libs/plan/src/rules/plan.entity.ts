import { type PlanOverage, type PlanPeriod } from '@contracts';
import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A plan that people may buy or be given. */
@Entity('plans')
export class PlanEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  name!: string;

  @Column({ type: 'text' })
  description!: string;

  /** Units that each period costs. */
  @Column(bigColumn())
  price!: number;

  @Column({ name: 'period_kind', type: 'varchar', length: 8 })
  period!: PlanPeriod;

  /** Units that may be spent in each period; 0 is without a limit. */
  @Column(bigColumn())
  allowance!: number;

  /** Names of models as a JSON list, in which `*` stands for any text; an empty list is all. */
  @Column({ type: 'text' })
  models!: string;

  /** Names of groups as a JSON list; an empty list is all. */
  @Column({ name: 'group_names', type: 'text' })
  groups!: string;

  @Column({ type: 'varchar', length: 8 })
  overage!: PlanOverage;

  @Column({ name: 'trial_days', type: 'int' })
  trialDays!: number;

  @Column(truthColumn({ name: 'is_on_sale' }))
  isOnSale!: boolean;

  @Column({ name: 'sort_order', type: 'int' })
  sortOrder!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'updated_at_ms' }))
  updatedAtMs!: number;
}

export type Plan = Readonly<PlanEntity>;

/** What a running plan keeps of its plan, so that later edits do not change its present period. */
export interface StoredTerms {
  readonly name: string;
  readonly price: number;
  readonly period: PlanPeriod;
  readonly allowance: number;
  readonly models: readonly string[];
  readonly groups: readonly string[];
  readonly overage: PlanOverage;
}

export function termsOf({ name, price, period, allowance, models, groups, overage }: Plan): StoredTerms {
  const lists = { models: JSON.parse(models) as string[], groups: JSON.parse(groups) as string[] }; // written as lists
  return { name, price, period, allowance, ...lists, overage };
}

/** Terms as the console shows them. */
export function shownTerms({ name, price, period, allowance, models, groups, overage }: StoredTerms) {
  return { name, price_quota: price, period, quota: allowance, models, groups, overage };
}
