import { Button, Intent } from '@blueprintjs/core';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from './DataTable';
import { Pagination, type PaginationProps } from './Pagination';
import { type ShownRows } from './shown-rows';
import { type DataTableProps } from './table-props';

/** The page that is shown, and what changes it; the state of a table in the address has these fields. */
export interface TablePages {
  /** The page number; the first page is 1. */
  readonly page: number;
  readonly size: number;
  readonly setPage: PaginationProps['onPage'];
  /** Called with a new page size. Default: the server alone decides the size, and no choice is shown. */
  readonly setSize?: PaginationProps['onSize'];
  /** Resets the search and the filters; null when none is chosen. A table without rows offers it in place of a new row. */
  readonly showAll?: (() => void) | null;
}

type RowsProps = 'rows' | 'isFetching' | 'hasFailed' | 'onRetry' | 'emptyAction';

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, RowsProps> {
  readonly list: ShownRows<Row>;
  readonly pages: TablePages;
  /** What opens the form of a new row; a table without rows offers it. Default: nothing is offered. */
  readonly add?: { readonly text: string; readonly onAdd: () => void };
}

/**
 * The list, whose first rows are rendered in short steps, so that the reader can use the page meanwhile; the buttons for its pages
 * come together with them, since they would move otherwise.
 */
function useFirstRows<Row>(list: ShownRows<Row>): ShownRows<Row> {
  const isReady = useDeferredValue(list.rows !== undefined || list.total !== undefined);
  return isReady ? list : { ...list, rows: undefined, total: undefined };
}

/** A list that is read page by page: its table, with the states without rows, and the buttons for its pages. */
export function PagedTable<Row>({ list, pages, add, ...table }: PagedTableProps<Row>) {
  const { t } = useTranslation();
  const { rows, total, isFetching, hasFailed, refresh } = useFirstRows(list);
  const emptyAction = pages.showAll ? (
    <Button text={t('common.show_all')} onClick={pages.showAll} />
  ) : (
    add && <Button intent={Intent.PRIMARY} text={add.text} onClick={add.onAdd} />
  );
  return (
    <>
      <DataTable
        {...table}
        rows={rows}
        isFetching={isFetching}
        hasFailed={hasFailed}
        onRetry={refresh}
        emptyAction={emptyAction}
      />
      <Pagination
        page={pages.page}
        size={pages.size}
        total={total}
        rowCount={rows?.length ?? 0}
        onPage={pages.setPage}
        onSize={pages.setSize}
      />
    </>
  );
}
