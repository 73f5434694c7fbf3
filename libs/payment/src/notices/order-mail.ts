import { type Sentence } from '@contracts';
import { mailLayout } from '@option';
import { type Mail } from '@platform';
import { type OrderEntity } from '../orders/order.entity';
import { moneySaid } from '../orders/money';
import { ReturnState } from '../orders/order-return.entity';
import { type OrderEvent, type ReturnEvent } from '../port/order-event';

/** What happened to an order, as its payer is told. */
export interface ToldOrder {
  readonly event: OrderEvent;
  readonly order: OrderEntity;
  /** An administrator has decided it, with a note that may be empty; null where nobody has. */
  readonly note: string | null;
  /** Units by which the balance changed, as text; empty where it did not. */
  readonly changed: string;
}

/** Writes the notice in both languages, because its reader's language is not known; null where nobody need be told. */
export function orderMail({ event, order, note, changed }: ToldOrder, serverAddress: string): Omit<Mail, 'to'> | null {
  const title = titleOf(event, order, note);
  if (!title) return null;
  const minor = event.kind === 'return' ? Math.min(event.money.minor, order.moneyCents) : order.moneyCents;
  const money = moneySaid(minor, order.currency);
  const lines: readonly Sentence[] = [
    { en: `Order ${order.tradeNo}: ${money}.`, zh: `订单 ${order.tradeNo}：${money}。` },
    ...(changed === '' ? [] : [{ en: `Your balance changed by ${changed}.`, zh: `余额变动：${changed}。` }]),
    ...(note ? [{ en: `Note: ${note}`, zh: `备注：${note}` }] : []),
  ];
  const link = (label: string) => (serverAddress === '' ? {} : { action: { label, url: `${serverAddress}/topup` } });
  return {
    subject: `${title.zh} / ${title.en}`,
    ...mailLayout(
      { title: title.zh, paragraphs: lines.map(({ zh }) => zh), ...link('查看钱包') },
      { title: title.en, paragraphs: lines.map(({ en }) => en), ...link('Open the wallet') },
    ),
  };
}

function titleOf(event: OrderEvent, order: OrderEntity, note: string | null): Sentence | null {
  switch (event.kind) {
    case 'paid':
      return order.paymentMethod === 'manual'
        ? { en: 'Your transfer has arrived', zh: '您的转账已到账' }
        : { en: 'Your payment has arrived', zh: '您的付款已到账' };
    case 'ended':
      // Whoever called an own order off, or left its page, knows of it.
      return note === null ? null : { en: 'Your transfer was not confirmed', zh: '您的转账未获确认' };
    case 'return':
      return event.of === 'refund' ? refundTitle(event) : disputeTitle(event);
  }
}

function refundTitle({ state }: ReturnEvent): Sentence {
  if (state === ReturnState.Undone) return { en: 'A refund to you has failed', zh: '向您的退款未成功' };
  return { en: 'Your payment was refunded', zh: '您的付款已退款' };
}

function disputeTitle({ state }: ReturnEvent): Sentence {
  switch (state) {
    case ReturnState.Open:
      return { en: 'A payment of yours is disputed', zh: '您的一笔付款存在争议' };
    case ReturnState.Final:
      return {
        en: 'The dispute about your payment is over, and its amount was taken back',
        zh: '付款争议已结束，款项已收回',
      };
    case ReturnState.Undone:
      return {
        en: 'The dispute about your payment is over, and its amount is yours',
        zh: '付款争议已结束，款项已归还',
      };
  }
}
