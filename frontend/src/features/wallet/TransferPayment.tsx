import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { TopUpStatus, type OrderView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { notices } from '../../shared/dialog/notices';
import { RichText } from '../../shared/foreign/RichText';
import { formatMoney } from '../../shared/format/money';
import { useCancelOrderMutation, useClaimOrderMutation, useGetTermsQuery } from './payment-api';

interface TransferDialogProps {
  readonly order: OrderView;
  readonly onClose: () => void;
}

/** What the payer can say about the transfer. */
function TransferActions({ order, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const [claim, { isLoading: isClaiming }] = useClaimOrderMutation();
  const [cancel] = useCancelOrderMutation();

  const say = async (call: Promise<{ readonly data?: OrderView }>, notice: string) => {
    if (!(await call).data) return;
    notices.success(notice);
    onClose();
  };
  const isOpen = order.status === TopUpStatus.Pending;
  return (
    <>
      {isOpen && (
        <ConfirmButton
          intent={Intent.DANGER}
          variant="minimal"
          text={t('payment.cancel')}
          question={t('payment.cancel_question')}
          confirmLabel={t('payment.cancel')}
          onConfirm={() => void say(cancel(order.trade_no), t('payment.cancelled'))}
        />
      )}
      <Button text={t('wallet.close')} onClick={onClose} />
      {isOpen && order.claimed_time === 0 && (
        <Button
          intent={Intent.PRIMARY}
          text={t('payment.claim')}
          loading={isClaiming}
          onClick={() => void say(claim(order.trade_no), t('payment.claimed_notice'))}
        />
      )}
    </>
  );
}

/** Where to transfer the money of an order, and what to name in the transfer. */
export function TransferDialog({ order, onClose }: TransferDialogProps) {
  const { t, i18n } = useTranslation();
  const { data: terms } = useGetTermsQuery();
  return (
    <Dialog isOpen title={t('payment.transfer_title')} onClose={onClose}>
      <DialogBody>
        <dl className="detail-list">
          <div className="detail-pair">
            <dt>{t('payment.total')}</dt>
            <dd>
              <CopyText text={order.money}>{formatMoney(order.money, order.currency, i18n.language)}</CopyText>
            </dd>
          </div>
          <div className="detail-pair">
            <dt>{t('payment.reference')}</dt>
            <dd>
              <CopyText text={order.reference} />
            </dd>
          </div>
        </dl>
        {terms?.manual_instructions ? (
          <RichText form="source" text={terms.manual_instructions} />
        ) : (
          <Callout compact>{t('payment.no_instructions')}</Callout>
        )}
      </DialogBody>
      <DialogFooter actions={<TransferActions order={order} onClose={onClose} />} />
    </Dialog>
  );
}
