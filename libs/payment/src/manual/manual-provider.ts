import { type OptionValues } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type OrderEntity } from '../orders/order.entity';
import { handRefund } from '../port/hand-refund';
import { type OrderEvent } from '../port/order-event';
import { type Checkout, type NoticeReading, type PaymentProvider, type RefundRequest } from '../port/payment-provider';

/** What an administrator says of a transfer. The guard of the route has proven who says it. */
export interface TransferNotice {
  readonly order: OrderEntity;
  readonly hasArrived: boolean;
}

/** A transfer to the operator's account, which an administrator confirms. */
@Injectable()
export class ManualProvider implements PaymentProvider<TransferNotice> {
  readonly id = 'manual';

  constructor(private readonly options: Options) {}

  isOffered({ ManualPaymentEnabled: isOn }: OptionValues): boolean {
    return isOn;
  }

  assertReady(): void {
    if (!this.isOffered(this.options.current)) throw new AppError('PAY_NOT_CONFIGURED');
  }

  start(): Promise<Checkout> {
    return Promise.resolve({ kind: 'transfer' });
  }

  read({ order, hasArrived }: TransferNotice): Promise<NoticeReading> {
    const { tradeNo, moneyCents: minor, currency } = order;
    const event: OrderEvent = hasArrived
      ? { kind: 'paid', tradeNo, paymentNumber: '', money: { minor, currency } }
      : { kind: 'ended', tradeNo, status: 'cancelled' };
    return Promise.resolve({ kind: 'events', events: [event] });
  }

  refund(order: OrderEntity, request: RefundRequest): Promise<OrderEvent> {
    return Promise.resolve(handRefund(order, request));
  }
}
