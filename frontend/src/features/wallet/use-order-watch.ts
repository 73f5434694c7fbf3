import { TopUpStatus, type OrderView } from '@contracts';
import { useEffect, useRef } from 'react';
import { baseApi } from '../../api/base-api';
import { useAppDispatch } from '../../base/store-hooks';
import { usePageVisible } from '../../shared/browser/use-page-visible';
import { useListOwnOrdersQuery } from './wallet-api';

/** The time between two reads of an order. */
const LOOK_EVERY_MS = 4_000;
/** The order was created a moment ago, so it is among the newest. */
const newest = { page: 1, size: 10 } as const;

/**
 * Reads one order again while it is pending and the tab is visible, and at once when the payer returns from the
 * gateway's tab. Balance, log and lists are up to date before the end is reported.
 *
 * @param tradeNo null while there is no order to watch
 * @param onEnd called once, with the ended order
 */
export function useOrderWatch(tradeNo: string | null, onEnd: (order: OrderView) => void): void {
  const dispatch = useAppDispatch();
  const isVisible = usePageVisible();
  const isWatching = tradeNo !== null;
  const { data, refetch } = useListOwnOrdersQuery(newest, {
    skip: !isWatching,
    pollingInterval: isWatching && isVisible ? LOOK_EVERY_MS : 0,
  });
  const order = isWatching ? data?.rows.find(row => row.trade_no === tradeNo) : undefined;
  const ended = order && order.status !== TopUpStatus.Pending ? order : undefined;

  const wasVisible = useRef(isVisible);
  useEffect(() => {
    if (isWatching && isVisible && !wasVisible.current) void refetch();
    wasVisible.current = isVisible;
  }, [isWatching, isVisible, refetch]);

  const announced = useRef('');
  useEffect(() => {
    if (!ended || announced.current === ended.trade_no) return;
    announced.current = ended.trade_no;
    dispatch(baseApi.util.invalidateTags(['Self', 'Log', 'Order']));
    onEnd(ended);
  }, [ended, dispatch, onEnd]);
}
