import { type OrderView } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListAnswer } from '../../api/envelope-base-query';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { useStatus } from '../../base/site/use-status';
import { orderColumns } from './order-columns';

export interface OrderTableProps {
  readonly label: string;
  readonly emptyText: string;
  /** True shows the owner of each order. */
  readonly isAdmin: boolean;
  readonly list: {
    readonly data?: ListAnswer<OrderView>;
    readonly isFetching: boolean;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly table: {
    readonly page: number;
    readonly size: number;
    readonly setPage: (page: number) => void;
    readonly setSize: (size: number) => void;
  };
}

/** One page of orders. */
export function OrderTable({ label, emptyText, isAdmin, list, table }: OrderTableProps) {
  const { t } = useTranslation();
  const display = useStatus();
  const columns = useMemo(() => orderColumns({ t, display, isAdmin }), [t, display, isAdmin]);
  const rows = list.data?.rows;
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        keyOf={order => order.id}
        nameOf={order => order.trade_no}
        isFetching={list.isFetching}
        hasFailed={list.isError}
        onRetry={() => void list.refetch()}
        emptyText={emptyText}
      />
      <Pagination
        page={table.page}
        size={table.size}
        total={list.data?.total}
        rowCount={rows?.length ?? 0}
        onPage={table.setPage}
        onSize={table.setSize}
      />
    </>
  );
}
