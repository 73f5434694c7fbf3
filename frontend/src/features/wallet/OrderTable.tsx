import { type OrderView } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PagedTable, type TablePages } from '../../shared/table/PagedTable';
import { shownRows, type RowsQuery } from '../../shared/table/shown-rows';
import { useStatus } from '../../base/site/use-status';
import { orderColumns } from './order-columns';

interface OrderTableProps {
  readonly label: string;
  readonly emptyText: string;
  /** True shows the owner of each order. */
  readonly isAdmin: boolean;
  readonly list: RowsQuery<OrderView>;
  readonly table: TablePages;
}

/** One page of orders. */
export function OrderTable({ label, emptyText, isAdmin, list, table }: OrderTableProps) {
  const { t } = useTranslation();
  const display = useStatus();
  const columns = useMemo(() => orderColumns({ t, display, isAdmin }), [t, display, isAdmin]);
  return (
    <PagedTable
      label={label}
      columns={columns}
      list={shownRows(list)}
      pages={table}
      keyOf={order => order.id}
      nameOf={order => order.trade_no}
      emptyText={emptyText}
    />
  );
}
