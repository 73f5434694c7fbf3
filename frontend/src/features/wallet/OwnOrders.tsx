import { Button, Card, H5 } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useTableState } from '../../shared/table/use-table-state';
import { OrderTable } from './OrderTable';
import { useListOwnOrdersQuery } from './wallet-api';

const noFilters = {};

/** The caller's own online payments, newest first. */
export function OwnOrders() {
  const { t } = useTranslation();
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
        list={list}
        table={table}
      />
    </Card>
  );
}
