import { type OrderView } from '@contracts';
import { toSeconds } from '@kernel';
import { type OrderEntity } from './order.entity';
import { moneyText } from './top-up-price';

export function toOrderView(order: OrderEntity, username: string): OrderView {
  return {
    id: order.id,
    user_id: order.userId,
    username,
    trade_no: order.tradeNo,
    gateway_trade_no: order.gatewayTradeNo,
    payment_method: order.paymentMethod,
    amount: order.amount,
    quota: order.quota,
    money: moneyText(order.moneyCents),
    status: order.status,
    created_time: toSeconds(order.createdAtMs),
    completed_time: toSeconds(order.completedAtMs),
  };
}
