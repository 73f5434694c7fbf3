import { LogType, type LogSaying } from '@contracts';
import { sentenceFields, type LogRecord } from '@log';
import { saidQuota } from '@option';
import { type OrderEntity } from '../orders/order.entity';
import { moneySaid } from '../orders/money';
import { type OrderEvent } from '../port/order-event';

interface Change {
  readonly order: OrderEntity;
  /** Units by which the balance changes. */
  readonly change: number;
  readonly isDisputed: boolean;
}

type QuotaDisplay = Parameters<typeof saidQuota>[1];

/** The rows in the log of the payer; their sums say the same as the ledger. */
export function logRowsOf(
  event: OrderEvent,
  { order, change, isDisputed }: Change,
  display: QuotaDisplay,
): readonly Pick<LogRecord, 'type' | 'quota' | 'content' | 'other'>[] {
  const credited = event.kind === 'paid' ? order.quota : 0;
  const others = change - credited;
  const money = moneySaid(order.moneyCents, order.currency);
  const row = (quota: number, said: LogSaying) => ({ type: LogType.TopUp, quota, ...sentenceFields(said) });
  const amount = saidQuota(Math.abs(others), display);
  const rows = [];
  if (credited > 0) rows.push(row(credited, { key: 'paid', amount: saidQuota(credited, display), money }));
  if (others > 0) rows.push(row(others, { key: 'order_given_back', amount }));
  if (others < 0)
    rows.push(
      row(others, { key: isDisputed ? 'order_disputed' : 'order_taken_back', amount, money: wentBack(event, order) }),
    );
  return rows;
}

function wentBack(event: OrderEvent, order: OrderEntity): string {
  const minor = event.kind === 'return' ? Math.min(event.money.minor, order.moneyCents) : order.returnedCents;
  return moneySaid(minor, order.currency);
}
