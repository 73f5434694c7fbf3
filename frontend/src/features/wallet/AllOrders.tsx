import { Button, HTMLSelect } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { paymentMethods, TopUpStatus, type OrderMethod, type OrderView, type TopUpStatusValue } from '@contracts';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../shared/table/SearchInput';
import { useTableState } from '../../shared/table/use-table-state';
import { methodName } from './method-name';
import { statusName } from './order-columns';
import { OrderActions } from './OrderActions';
import { OrderTable } from './OrderTable';
import { useListOrdersQuery } from './wallet-api';

const noFilters = { keyword: '', status: '', method: '' };
const methods: readonly OrderMethod[] = [...paymentMethods, 'stripe', 'manual'];
const statuses: readonly TopUpStatusValue[] = Object.values(TopUpStatus);

/** The filter comes from the address, which may contain any text. */
function knownStatus(text: string): TopUpStatusValue | '' {
  return statuses.find(status => status === text) ?? '';
}

function knownMethod(text: string): OrderMethod | '' {
  return methods.find(method => method === text) ?? '';
}

function actionsOf(order: OrderView) {
  return <OrderActions order={order} />;
}

/** The payments of all users, for administrators. */
export function AllOrders() {
  const { t } = useTranslation();
  const table = useTableState(noFilters);
  const { page, size, filters, setFilters } = table;
  const status = knownStatus(filters.status);
  const method = knownMethod(filters.method);
  const query = { page, size, keyword: filters.keyword, status, method };
  const list = useListOrdersQuery(query, { refetchOnMountOrArgChange: true });
  const isFiltered = filters.keyword !== '' || status !== '' || method !== '';
  return (
    <>
      <div className="toolbar">
        <SearchInput
          label={t('wallet.search_orders')}
          value={filters.keyword}
          onCommit={keyword => setFilters({ keyword })}
        />
        <HTMLSelect
          aria-label={t('common.status')}
          value={status}
          options={[
            { value: '', label: t('wallet.order_all') },
            ...statuses.map(value => ({ value, label: statusName(t, value) })),
          ]}
          onChange={event => setFilters({ status: event.currentTarget.value })}
        />
        <HTMLSelect
          aria-label={t('wallet.method')}
          value={method}
          options={[
            { value: '', label: t('payment.methods_all') },
            ...methods.map(value => ({ value, label: methodName(t, value) })),
          ]}
          onChange={event => setFilters({ method: event.currentTarget.value })}
        />
        <Button
          className="toolbar-end"
          variant="minimal"
          icon={<Refresh />}
          aria-label={t('common.refresh')}
          onClick={() => void list.refetch()}
        />
      </div>
      <OrderTable
        label={t('wallet.all_orders')}
        emptyText={isFiltered ? t('wallet.no_orders_found') : t('wallet.no_orders')}
        isAdmin
        actionsOf={actionsOf}
        list={list}
        table={table}
      />
    </>
  );
}
