import { Button, Intent } from '@blueprintjs/core';
import { TopUpStatus, type OrderView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecisionDialog, RefundDialog } from './OrderDialogs';

type Opened = 'confirm' | 'refuse' | 'refund';

const RETURNABLE: readonly string[] = [TopUpStatus.Success, TopUpStatus.PartlyRefunded];

/** What an administrator can do with an order. */
export function OrderActions({ order }: { readonly order: OrderView }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { payment_method: method, status } = order;
  const isPending = status === TopUpStatus.Pending;
  const isTransfer = method === 'manual';
  const close = () => setOpened(null);
  return (
    <span className="cell-actions">
      {isTransfer && (isPending || status === TopUpStatus.Expired) && (
        <Button size="small" intent={Intent.PRIMARY} text={t('payment.confirm')} onClick={() => setOpened('confirm')} />
      )}
      {isTransfer && isPending && (
        <Button size="small" text={t('payment.refuse')} onClick={() => setOpened('refuse')} />
      )}
      {RETURNABLE.includes(status) && (
        <Button size="small" text={t('payment.refund')} onClick={() => setOpened('refund')} />
      )}
      {(opened === 'confirm' || opened === 'refuse') && (
        <DecisionDialog order={order} decision={opened} onClose={close} />
      )}
      {opened === 'refund' && <RefundDialog order={order} onClose={close} />}
    </span>
  );
}
