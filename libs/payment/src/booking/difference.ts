import { type OrderEntity } from '../orders/order.entity';
import { moneySaid } from '../orders/money';
import { type OrderEvent } from '../port/order-event';

/** What an event says other than its order; null when it fits. A return may be of a part, and a dispute of more. */
export function differenceOf(order: OrderEntity, event: OrderEvent): Readonly<Record<string, string>> | null {
  if (event.kind === 'ended') return null;
  const { minor, currency } = event.money;
  const ordered = moneySaid(order.moneyCents, order.currency);
  const isPart = event.kind === 'return' && minor > 0 && (event.of === 'dispute' || minor <= order.moneyCents);
  const isMoney = currency === order.currency && (isPart || (event.kind === 'paid' && minor === order.moneyCents));
  if (!isMoney) return { field: 'money', received: `${minor} ${currency.slice(0, 8)}`, ordered };
  const page = event.kind === 'paid' ? (event.sessionId ?? '') : '';
  if (page !== '' && order.sessionId !== '' && page !== order.sessionId)
    return { field: 'page', received: page, ordered };
  return null;
}
