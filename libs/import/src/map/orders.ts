import { TopUpStatus } from '@contracts';
import { decimal, secondsToMs, text, whole, type SourceRow } from '../source/cells';
import { NO_AMOUNTS, type KindTable, type MapContext, type MappedRow } from '../run/target';

export const ORDERS: KindTable = {
  kind: 'order',
  table: 'orders',
  shape: {
    id: 'integer',
    user_id: 'integer',
    amount: 'integer',
    quota: 'integer',
    money_cents: 'integer',
    trade_no: 'text',
    gateway_trade_no: 'text',
    payment_method: 'text',
    status: 'text',
    created_at_ms: 'integer',
    completed_at_ms: 'integer',
    booked_quota: 'integer',
  },
};

const NUMBER_MAX = 64;
const METHOD_MAX = 16;

/** An online payment. A pending one comes as expired: its payment would be reported to the other gateway. */
export function mapOrder(row: SourceRow, context: MapContext): MappedRow | null {
  const { ids, taken, remarks, family, unitsPerCurrency } = context;
  const sourceId = whole(row, 'id');
  const id = ids.order.get(sourceId) ?? 0;
  const tradeNo = text(row, 'trade_no');
  if (tradeNo === '' || tradeNo.length > NUMBER_MAX || !taken.trade_no.take(tradeNo, id)) {
    remarks.add('orders without a number of their own; they do not come', `${tradeNo} (${sourceId})`);
    return null;
  }
  const amount = whole(row, 'amount');
  const isHub = family === 'one-hub';
  const created = whole(row, isHub ? 'created_at' : 'create_time');
  const status = statusHere(text(row, 'status'), tradeNo, context);
  const quota = isHub ? whole(row, 'quota') : Math.round(amount * unitsPerCurrency);
  return {
    sourceId,
    columns: {
      id,
      user_id: ids.user.get(whole(row, 'user_id')) ?? 0,
      amount,
      quota,
      money_cents: Math.round(decimal(row, isHub ? 'order_amount' : 'money') * 100),
      trade_no: tradeNo,
      gateway_trade_no: text(row, 'gateway_no').slice(0, NUMBER_MAX),
      payment_method: text(row, 'payment_method').slice(0, METHOD_MAX),
      status,
      created_at_ms: secondsToMs(created),
      completed_at_ms: status === TopUpStatus.Success ? secondsToMs(whole(row, 'complete_time') || created) : 0,
      booked_quota: status === TopUpStatus.Success ? quota : 0,
    },
    amounts: NO_AMOUNTS,
  };
}

function statusHere(status: string, tradeNo: string, { remarks }: MapContext): string {
  if (status === TopUpStatus.Success || status === TopUpStatus.Failed) return status;
  if (status === TopUpStatus.Pending) remarks.add('orders that were pending and come as expired', tradeNo);
  return TopUpStatus.Expired;
}
