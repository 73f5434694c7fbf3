import { useCallback } from 'react';
import { useAddressParameters } from '../../shared/browser/use-address-parameters';
import { useEndNotice } from './use-payment';
import { useOrderWatch } from './use-order-watch';
import { type OrderView } from '@contracts';

const ORDER = 'order';

/** Watches the order with which a payer comes back from the provider's page, and says how it ended. */
export function useReturn(): void {
  const [parameters, change] = useAddressParameters();
  const tellEnd = useEndNotice();
  const end = useCallback(
    (order: OrderView) => {
      tellEnd(order);
      change(
        current => {
          const next = new URLSearchParams(current);
          next.delete(ORDER);
          return next;
        },
        { replace: true },
      );
    },
    [tellEnd, change],
  );
  useOrderWatch(parameters.get(ORDER), end);
}
