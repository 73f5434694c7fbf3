import { TopUpStatus, type OrderView, type PaymentMethod } from '@contracts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { postForm } from './post-form';
import { clampAmount, minimumAmount } from './top-up-amount';
import { useOrderWatch } from './use-order-watch';
import { useStartPaymentMutation, type PaymentStart } from './wallet-api';

/** The state of a payment: filling in, confirming, or at the gateway. */
export interface Payment {
  readonly text: string;
  readonly minimum: number;
  readonly amount: number;
  /** The payment method that the payer has to confirm; null otherwise. */
  readonly method: PaymentMethod | null;
  readonly isStarting: boolean;
  /** True while the page tells the payer to continue in the other tab. */
  readonly isWaiting: boolean;
  readonly setText: (text: string) => void;
  /** Raises an amount below the minimum, and says so. */
  readonly settleAmount: () => void;
  readonly choose: (method: PaymentMethod) => void;
  readonly cancel: () => void;
  readonly confirm: () => Promise<void>;
  /** Opens the gateway's page again, for browsers that block new tabs without a click. */
  readonly openAgain: () => void;
  readonly stopWaiting: () => void;
}

/** Shows how a payment ended. */
function useEndNotice(): (order: OrderView) => void {
  const { t } = useTranslation();
  const display = useStatus();
  return useCallback(
    order => {
      const quota = formatQuota(order.quota, display);
      if (order.status === TopUpStatus.Success) notices.success(t('wallet.paid_notice', { quota }));
      else notices.warning(t('wallet.not_paid_notice'));
    },
    [t, display],
  );
}

/** Returns a function that opens the gateway's page and returns whether it succeeded. */
function useGateway(): (start: PaymentStart) => boolean {
  const { t } = useTranslation();
  return start => {
    const isOpen = postForm(start);
    if (!isOpen) notices.error(t('wallet.request_failed'));
    return isOpen;
  };
}

/** The steps of a payment: amount, confirmation, the gateway, and the watch of the order. */
export function usePayment(): Payment {
  const { t } = useTranslation();
  const minimum = minimumAmount(useStatus());
  const [typed, setTyped] = useState<string | null>(null);
  const [method, setMethod] = useState<PaymentMethod | null>(null);
  const [started, setStarted] = useState<PaymentStart | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [startPayment, { isLoading: isStarting }] = useStartPaymentMutation();
  const tellEnd = useEndNotice();
  const open = useGateway();
  const text = typed ?? String(minimum);
  const amount = clampAmount(text, minimum);

  const end = useCallback(
    (order: OrderView) => {
      setStarted(null);
      setWaiting(false);
      tellEnd(order);
    },
    [tellEnd],
  );
  useOrderWatch(started?.form.out_trade_no ?? null, end);

  const settleAmount = () => {
    if (text.trim() !== '' && Number(text) < minimum) notices.warning(t('wallet.below_minimum'));
    setTyped(String(amount));
  };
  const confirm = async () => {
    if (method === null) return;
    const { data } = await startPayment({ amount, payment_method: method });
    setMethod(null); // this applies after a refusal too: the amount behind the dialog has to be changed then
    if (!data || !open(data)) return;
    setStarted(data);
    setWaiting(true);
  };

  return {
    text,
    minimum,
    amount,
    method,
    isStarting,
    isWaiting,
    setText: setTyped,
    settleAmount,
    choose: chosen => {
      settleAmount();
      setMethod(chosen);
    },
    cancel: () => setMethod(null),
    confirm,
    openAgain: () => {
      if (started) open(started);
    },
    stopWaiting: () => setWaiting(false),
  };
}
