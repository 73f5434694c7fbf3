import { Button, HTMLSelect } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { TopUpStatus, type TopUpStatusValue } from '@contracts';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../shared/table/SearchInput';
import { useTableState } from '../../shared/table/use-table-state';
import { OrderTable } from './OrderTable';
import { useListOrdersQuery } from './wallet-api';

const noFilters = { keyword: '', status: '' };
const statuses: readonly TopUpStatusValue[] = Object.values(TopUpStatus);

/** The filter comes from the address, which may contain any text. */
function knownStatus(text: string): TopUpStatusValue | '' {
  return statuses.find(status => status === text) ?? '';
}

/** The online payments of all users, for administrators. */
export function AllOrders() {
  const { t } = useTranslation();
  const table = useTableState(noFilters);
  const { page, size, filters, setFilters } = table;
  const status = knownStatus(filters.status);
  const query = { page, size, keyword: filters.keyword, status };
  const list = useListOrdersQuery(query, { refetchOnMountOrArgChange: true });
  const isFiltered = filters.keyword !== '' || status !== '';
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
            ...statuses.map(value => ({ value, label: t(`wallet.order_${value}`) })),
          ]}
          onChange={event => setFilters({ status: event.currentTarget.value })}
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
        list={list}
        table={table}
      />
    </>
  );
}
