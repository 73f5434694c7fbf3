import { type PaymentMethod, type TopUpStatusValue } from '@contracts';
import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An online payment: the offer at its start, and its outcome. */
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

  @Column(bigColumn({ name: 'money_cents' }))
  moneyCents!: number;

  /** Our number of the order, unique and not guessable. */
  @Column({ name: 'trade_no', type: 'varchar', length: 64 })
  tradeNo!: string;

  /** The gateway's number of the order; empty until it is paid. */
  @Column({ name: 'gateway_trade_no', type: 'varchar', length: 64 })
  gatewayTradeNo!: string;

  @Column({ name: 'payment_method', type: 'varchar', length: 16 })
  paymentMethod!: PaymentMethod;

  @Column({ type: 'varchar', length: 16 })
  status!: TopUpStatusValue;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  /** 0 until it is paid. */
  @Column(bigColumn({ name: 'completed_at_ms' }))
  completedAtMs!: number;
}
