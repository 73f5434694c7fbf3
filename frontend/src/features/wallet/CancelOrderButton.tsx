import { type OrderView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useCancelOrderMutation } from './payment-api';

/** Calls an open order off; its page cannot be paid any more. */
export function CancelOrderButton({ order }: { readonly order: OrderView }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [cancelOrder, { isLoading }] = useCancelOrderMutation();
  return (
    <ConfirmButton
      size="small"
      variant="outlined"
      loading={isLoading}
      text={t('payment.cancel')}
      question={t('payment.cancel_page_question')}
      confirmLabel={t('payment.cancel')}
      onConfirm={() => void announce(cancelOrder(order.trade_no))}
    />
  );
}
