import { type OrderEntity } from '../orders/order.entity';
import { ReturnState } from '../orders/order-return.entity';
import { type ReturnEvent } from './order-event';
import { type RefundRequest } from './payment-provider';

/** A refund whose money a person sends back, outside of this server. */
export function handRefund(order: OrderEntity, { moneyCents, requestId }: RefundRequest): ReturnEvent {
  const { tradeNo, currency } = order;
  return {
    kind: 'return',
    of: 'refund',
    tradeNo,
    number: `hand:${order.id}:${requestId}`,
    state: ReturnState.Final,
    money: { minor: moneyCents, currency },
  };
}
