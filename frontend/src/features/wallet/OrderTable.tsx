import { type OrderView } from '@contracts';
import { useMemo, type ReactNode } from 'react';
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
  readonly actionsOf: (order: OrderView) => ReactNode;
  readonly list: RowsQuery<OrderView>;
  readonly table: TablePages;
}

/** One page of orders. */
export function OrderTable({ label, emptyText, isAdmin, actionsOf, list, table }: OrderTableProps) {
  const { t, i18n } = useTranslation();
  const display = useStatus();
  const { language } = i18n;
  const columns = useMemo(
    () => orderColumns({ t, language, display, isAdmin, actionsOf }),
    [t, language, display, isAdmin, actionsOf],
  );
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
