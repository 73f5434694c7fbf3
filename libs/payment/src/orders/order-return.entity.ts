import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ReturnKind = 'refund' | 'dispute';

/**
 * What is known of a return. It only ever grows: open (a dispute that is not decided), then final (refunded, or lost),
 * then undone (a refund that failed, or a dispute that was won). So notices may come in any order.
 */
export const ReturnState = { Open: 1, Final: 2, Undone: 3 } as const;
export type ReturnStateValue = (typeof ReturnState)[keyof typeof ReturnState];

/** Money of an order that went back to its payer: a refund, or a dispute. */
@Entity('order_returns')
export class OrderReturnEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'order_id' }))
  orderId!: number;

  @Column({ type: 'varchar', length: 8 })
  kind!: ReturnKind;

  /** The provider's number of the refund or dispute; unique. */
  @Column({ type: 'varchar', length: 128 })
  number!: string;

  @Column(bigColumn({ name: 'money_cents' }))
  moneyCents!: number;

  @Column({ type: 'integer' })
  state!: ReturnStateValue;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'changed_at_ms' }))
  changedAtMs!: number;
}
