import { type OrderView } from '@contracts';
import { toSeconds } from '@kernel';
import { type OrderEntity } from '../orders/order.entity';
import { moneyText } from '../orders/money';

/** What a payer by hand names in the transfer; short, because it is typed. */
export const REFERENCE_PREFIX = 'TU-';

export function toOrderView(order: OrderEntity, username: string): OrderView {
  const { currency } = order;
  return {
    id: order.id,
    user_id: order.userId,
    username,
    trade_no: order.tradeNo,
    gateway_trade_no: order.gatewayTradeNo,
    payment_method: order.paymentMethod,
    amount: order.amount,
    quota: order.quota,
    bonus_quota: order.bonusQuota,
    money: moneyText(order.moneyCents, currency),
    tax: moneyText(order.taxCents, currency),
    currency,
    returned: moneyText(order.returnedCents, currency),
    reference: order.paymentMethod === 'manual' ? `${REFERENCE_PREFIX}${order.id}` : '',
    status: order.status,
    created_time: toSeconds(order.createdAtMs),
    completed_time: toSeconds(order.completedAtMs),
    claimed_time: toSeconds(order.claimedAtMs),
    note: order.note,
  };
}
