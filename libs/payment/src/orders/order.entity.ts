import { type OrderMethod, type TopUpStatusValue } from '@contracts';
import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A payment: the offer at its start, and what became of it. */
@Entity('orders')
export class OrderEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  /** Whole currency units, for the books; `quota` is the amount that is credited. */
  @Column(bigColumn())
  amount!: number;

  /** Units to credit, fixed when the order was made. */
  @Column(bigColumn())
  quota!: number;

  /** Money in the smallest unit of the currency; the tax is a part of it. */
  @Column(bigColumn({ name: 'money_cents' }))
  moneyCents!: number;

  @Column(bigColumn({ name: 'tax_cents' }))
  taxCents!: number;

  @Column({ type: 'varchar', length: 3 })
  currency!: string;

  /** The part of `quota` that is a bonus. */
  @Column(bigColumn({ name: 'bonus_quota' }))
  bonusQuota!: number;

  /** Units that the ledger has booked for this order so far: credits without what was taken back. */
  @Column(bigColumn({ name: 'booked_quota' }))
  bookedQuota!: number;

  /** The money that went back to the payer, or is taken back while a dispute is open. */
  @Column(bigColumn({ name: 'returned_cents' }))
  returnedCents!: number;

  /** Counts the changes of the order; the one who counts has locked the row. */
  @Column(bigColumn())
  changes!: number;

  /** Our number of the order, unique and not guessable. */
  @Column({ name: 'trade_no', type: 'varchar', length: 64 })
  tradeNo!: string;

  /** The gateway's number of the order; empty until it is paid. */
  @Column({ name: 'gateway_trade_no', type: 'varchar', length: 64 })
  gatewayTradeNo!: string;

  @Column({ name: 'payment_method', type: 'varchar', length: 16 })
  paymentMethod!: OrderMethod;

  @Column({ type: 'varchar', length: 16 })
  status!: TopUpStatusValue;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  /** 0 until it is paid. */
  @Column(bigColumn({ name: 'completed_at_ms' }))
  completedAtMs!: number;

  /** The provider's number of its page; empty where it has none. */
  @Column({ name: 'session_id', type: 'varchar', length: 255 })
  sessionId!: string;

  /** When the provider was last asked what became of the order. */
  @Column(bigColumn({ name: 'checked_at_ms' }))
  checkedAtMs!: number;

  /** When the payer said that the money is on its way; 0 before. */
  @Column(bigColumn({ name: 'claimed_at_ms' }))
  claimedAtMs!: number;

  @Column({ type: 'varchar', length: 255 })
  note!: string;
}
