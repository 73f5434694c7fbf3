import { TopUpStatus, type OrderMethod, type OrderView } from '@contracts';
import { useCallback, useState } from 'react';
import { leave } from '../../shared/browser/leave';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { isWebAddress, postForm } from './post-form';
import { clampAmount, minimumAmount } from './top-up-amount';
import { useOrderWatch } from './use-order-watch';
import { useStartCheckoutMutation } from './payment-api';
import { useStartPaymentMutation, type PaymentStart } from './wallet-api';

/** The state of a payment: filling in, confirming, or at the provider. */
export interface Payment {
  readonly text: string;
  readonly minimum: number;
  readonly amount: number;
  /** The payment method that the payer has to confirm; null otherwise. */
  readonly method: OrderMethod | null;
  readonly isStarting: boolean;
  /** True while the page tells the payer to continue in the other tab. */
  readonly isWaiting: boolean;
  /** The order that is paid by a transfer; null while there is none. */
  readonly transfer: OrderView | null;
  readonly setText: (text: string) => void;
  /** Raises an amount below the minimum, and says so. */
  readonly settleAmount: () => void;
  readonly choose: (method: OrderMethod) => void;
  readonly cancel: () => void;
  readonly confirm: () => Promise<void>;
  /** Opens the gateway's page again, for browsers that block new tabs without a click. */
  readonly openAgain: () => void;
  readonly stopWaiting: () => void;
  readonly endTransfer: () => void;
}

/** Shows how a payment ended. */
export function useEndNotice(): (order: OrderView) => void {
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

/** Starts a payment that the Epay gateway does not take; a provider with a page takes the place of this one. */
function useCheckout() {
  const [startCheckout, { isLoading }] = useStartCheckoutMutation();
  const [transfer, setTransfer] = useState<OrderView | null>(null);
  const begin = async (amount: number, provider: 'stripe' | 'manual') => {
    const { data } = await startCheckout({ amount, provider });
    if (!data) return;
    if (data.url === '') setTransfer(data.order);
    else if (isWebAddress(data.url)) leave.to(data.url);
  };
  return { begin, isOpening: isLoading, transfer, endTransfer: () => setTransfer(null) };
}

/** The typed amount, and the one that it stands for. */
function useAmount() {
  const { t } = useTranslation();
  const minimum = minimumAmount(useStatus());
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? String(minimum);
  const amount = clampAmount(text, minimum);
  const settleAmount = () => {
    if (text.trim() !== '' && Number(text) < minimum) notices.warning(t('wallet.below_minimum'));
    setText(String(amount));
  };
  return { text, minimum, amount, setText, settleAmount };
}

/** The steps of a payment: amount, confirmation, the gateway, and the watch of the order. */
export function usePayment(): Payment {
  const typed = useAmount();
  const { amount, settleAmount } = typed;
  const [method, setMethod] = useState<OrderMethod | null>(null);
  const [started, setStarted] = useState<PaymentStart | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [startPayment, { isLoading: isStarting }] = useStartPaymentMutation();
  const { begin, isOpening, ...transfer } = useCheckout();
  const tellEnd = useEndNotice();
  const open = useGateway();

  const end = useCallback(
    (order: OrderView) => {
      setStarted(null);
      setWaiting(false);
      tellEnd(order);
    },
    [tellEnd],
  );
  useOrderWatch(started?.form.out_trade_no ?? null, end);

  const confirm = async () => {
    if (method === null) return;
    if (method === 'stripe' || method === 'manual') {
      await begin(amount, method);
      setMethod(null);
      return;
    }
    const { data } = await startPayment({ amount, payment_method: method });
    setMethod(null); // this applies after a refusal too: the amount behind the dialog has to be changed then
    if (!data || !open(data)) return;
    setStarted(data);
    setWaiting(true);
  };

  return {
    ...typed,
    ...transfer,
    method,
    isStarting: isStarting || isOpening,
    isWaiting,
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
