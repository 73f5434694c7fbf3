import { Button, Card, H5 } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { TopUpStatus, type OrderView } from '@contracts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableState } from '../../shared/table/use-table-state';
import { CancelOrderButton } from './CancelOrderButton';
import { OrderTable } from './OrderTable';
import { TransferDialog } from './TransferPayment';
import { useListOwnOrdersQuery } from './wallet-api';

const noFilters = {};

function canBePaid({ payment_method: method, status }: OrderView): boolean {
  return method === 'manual' && (status === TopUpStatus.Pending || status === TopUpStatus.Expired);
}

/** A page of Stripe that may still be paid. */
function isOpenPage({ payment_method: method, status }: OrderView): boolean {
  return method === 'stripe' && status === TopUpStatus.Pending;
}

/** The caller's own payments, newest first. */
export function OwnOrders() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<OrderView | null>(null);
  const actionsOf = useCallback(
    (order: OrderView) => {
      if (canBePaid(order)) {
        return <Button size="small" text={t('payment.how_to_pay')} onClick={() => setShown(order)} />;
      }
      return isOpenPage(order) && <CancelOrderButton order={order} />;
    },
    [t],
  );
  const table = useTableState(noFilters);
  const list = useListOwnOrdersQuery({ page: table.page, size: table.size }, { refetchOnMountOrArgChange: true });
  return (
    <Card className="block">
      <div className="card-head">
        <H5>{t('wallet.orders')}</H5>
        <Button
          variant="minimal"
          icon={<Refresh />}
          aria-label={t('common.refresh')}
          onClick={() => void list.refetch()}
        />
      </div>
      <OrderTable
        label={t('wallet.orders')}
        emptyText={t('wallet.no_orders')}
        isAdmin={false}
        actionsOf={actionsOf}
        list={list}
        table={table}
      />
      {shown && <TransferDialog order={shown} onClose={() => setShown(null)} />}
    </Card>
  );
}
