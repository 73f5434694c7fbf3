import { TopUpStatus, type TopUpStatusValue } from '@contracts';
import { type OrderEntity } from './order.entity';
import { ReturnState, type OrderReturnEntity } from './order-return.entity';

/** What follows from everything that is known of an order, in whatever order it became known. */
export interface OrderStanding {
  readonly status: TopUpStatusValue;
  /** Units that the order must have added to the balance. */
  readonly quota: number;
  readonly returnedCents: number;
}

type PaidFor = Pick<OrderEntity, 'quota' | 'moneyCents' | 'completedAtMs' | 'status'>;
type Returned = Pick<OrderReturnEntity, 'kind' | 'state' | 'moneyCents'>;

/**
 * The state of an order and the units that it is worth. Of a part that went back, the same part of the units is taken,
 * rounded down, and all of them once all money is back.
 */
export function standingOf(order: PaidFor, returns: readonly Returned[]): OrderStanding {
  const counted = returns.filter(({ state }) => state !== ReturnState.Undone);
  const sum = counted.reduce((total, { moneyCents }) => total + moneyCents, 0);
  const returnedCents = Math.min(sum, order.moneyCents);
  if (order.completedAtMs === 0) return { status: order.status, quota: 0, returnedCents };
  const taken = (BigInt(order.quota) * BigInt(returnedCents)) / BigInt(order.moneyCents);
  return {
    status: paidStatus(order.moneyCents, returnedCents, counted),
    quota: order.quota - Number(taken),
    returnedCents,
  };
}

function paidStatus(moneyCents: number, returnedCents: number, counted: readonly Returned[]): TopUpStatusValue {
  const disputes = counted.filter(({ kind }) => kind === 'dispute');
  if (disputes.some(({ state }) => state === ReturnState.Open)) return TopUpStatus.Disputed;
  if (disputes.length > 0) return TopUpStatus.Lost;
  if (returnedCents === 0) return TopUpStatus.Success;
  return returnedCents < moneyCents ? TopUpStatus.PartlyRefunded : TopUpStatus.Refunded;
}
