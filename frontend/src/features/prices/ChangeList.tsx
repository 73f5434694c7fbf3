import { type PriceChange } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../../shared/format/list';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { priceText } from './price-number';
import { priceHeaders } from './price-headers';

const PAGE_SIZE = 10;

interface ChangeListProps {
  readonly label: string;
  readonly changes: readonly PriceChange[];
  readonly emptyText: string;
}

/** Changed cells, page by page: what the options say before and after. */
export function ChangeList({ label, changes, emptyText }: ChangeListProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const rows = useMemo(() => changes.map((change, at) => ({ ...change, at })), [changes]);
  const columns = useMemo(() => {
    const headers = priceHeaders(t);
    const number = (value: number | null) => (value === null ? '–' : priceText(value));
    return [
      { id: 'model', header: t('prices.model'), render: (row: PriceChange) => row.model },
      { id: 'column', header: t('prices.price'), render: (row: PriceChange) => headers[row.key] },
      { id: 'before', header: t('prices.before'), isNumeric: true, render: (row: PriceChange) => number(row.before) },
      { id: 'after', header: t('prices.after'), isNumeric: true, render: (row: PriceChange) => number(row.value) },
    ];
  }, [t]);
  const shown = pageOf(rows, { page, size: PAGE_SIZE }).rows;
  return (
    <>
      <DataTable label={label} columns={columns} rows={shown} keyOf={row => row.at} emptyText={emptyText} />
      {rows.length > PAGE_SIZE && (
        <Pagination page={page} size={PAGE_SIZE} total={rows.length} rowCount={shown.length} onPage={setPage} />
      )}
    </>
  );
}
