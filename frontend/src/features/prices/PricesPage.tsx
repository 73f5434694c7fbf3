import { Button, H3 } from '@blueprintjs/core';
import { QUOTA_PER_UNIT, type PriceTableRow } from '@contracts';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../../shared/format/list';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { useTableState } from '../../shared/table/use-table-state';
import { CompareDialog } from './CompareDialog';
import { PasteDialog } from './PasteDialog';
import { changedModels, type PriceView } from './price-draft';
import { filterPrices } from './price-filter';
import { pricesColumns } from './prices-columns';
import { PricesToolbar } from './PricesToolbar';
import { useGetPriceTableQuery } from './prices-api';
import { Conflicts, SaveBar } from './SaveBar';
import { RuleDialog } from './rules/RuleDialog';
import { usePriceDraft, type PriceDraftHandle } from './use-price-draft';
import { VersionsDialog } from './VersionsDialog';
import '../../styles/prices.css';
import '../../styles/pricing.css';

/** More rows on a page would make typing slow: each has ten cells. */
const PAGE_SIZE = 50;
const noFilters = { keyword: '', kind: 'all' };
const noRows: readonly PriceTableRow[] = [];

/** Numbers for the table that stay with their models when rows come and go. */
function useModelKeys(): (row: PriceTableRow) => number {
  const keys = useRef(new Map<string, number>());
  return ({ model }) => {
    const known = keys.current.get(model) ?? keys.current.size;
    keys.current.set(model, known);
    return known;
  };
}

interface RuledModelProps {
  /** Null where no dialog is open. */
  readonly model: string | null;
  readonly handle: PriceDraftHandle;
  readonly look: { readonly view: PriceView; readonly quotaPerUnit: number };
  readonly onClose: () => void;
}

/** The dialog of what a model costs beside its row. */
function RuledModel({ model, handle, look, onClose }: RuledModelProps) {
  const row = handle.rows.find(one => one.model === model);
  if (!row) return null;
  return <RuleDialog row={row} {...look} onTake={rule => handle.setRule(row.model, rule)} onClose={onClose} />;
}

interface OpenDialogProps extends Pick<RuledModelProps, 'handle' | 'look' | 'onClose'> {
  readonly dialog: 'paste' | 'compare' | 'versions' | null;
}

/** What the toolbar has opened. */
function OpenDialog({ dialog, handle, look, onClose }: OpenDialogProps) {
  const { put, rows, count } = handle;
  switch (dialog) {
    case 'paste':
      return <PasteDialog rows={rows} {...look} onTake={changes => put(changes, 'paste')} onClose={onClose} />;
    case 'compare':
      return <CompareDialog onTake={changes => put(changes, 'list')} onClose={onClose} />;
    case 'versions':
      return <VersionsDialog hasDraft={count > 0} onClose={onClose} />;
    default:
      return dialog satisfies null;
  }
}

/** All prices as one table to be edited: unpriced models in use first. */
export function PricesPage() {
  const { t } = useTranslation();
  const { data, isFetching, isError, refetch } = useGetPriceTableQuery();
  const quotaPerUnit = data?.quota_per_unit ?? QUOTA_PER_UNIT;
  const handle = usePriceDraft(data?.rows);
  const { filters, page, setPage, setFilters } = useTableState(noFilters);
  const [view, setView] = useState<PriceView>('money');
  const [dialog, setDialog] = useState<OpenDialogProps['dialog']>(null);
  const { put, rows, draft } = handle;
  const [ruled, setRuled] = useState<string | null>(null);
  const columns = useMemo(
    () => pricesColumns({ t, view, quotaPerUnit, put, openRule: setRuled }),
    [t, view, quotaPerUnit, put],
  );
  const found = useMemo(() => filterPrices(rows, filters, changedModels(draft)), [rows, filters, draft]);
  const shown = pageOf(found, { page, size: PAGE_SIZE }).rows;
  const keyOf = useModelKeys();
  useListKeys({ onReload: () => void refetch() });

  return (
    <>
      <H3 className="page-title">{t('shell.prices')}</H3>
      <p className="muted">{t(view === 'money' ? 'prices.intro_money' : 'prices.intro_ratio')}</p>
      <PricesToolbar
        {...filters}
        view={view}
        onFilters={setFilters}
        onView={setView}
        onOpen={setDialog}
        onRefresh={() => void refetch()}
      />
      <Conflicts handle={handle} />
      <DataTable
        className="prices-table"
        label={t('shell.prices')}
        columns={columns}
        rows={data && shown}
        keyOf={keyOf}
        nameOf={row => row.model}
        isFetching={isFetching}
        hasFailed={isError}
        onRetry={() => void refetch()}
        emptyText={t('prices.none_found')}
        emptyAction={<Button text={t('prices.clear_filters')} onClick={() => setFilters(noFilters)} />}
      />
      {data && (
        <Pagination page={page} size={PAGE_SIZE} total={found.length} rowCount={shown.length} onPage={setPage} />
      )}
      <SaveBar handle={handle} saved={data?.rows ?? noRows} />
      <OpenDialog dialog={dialog} handle={handle} look={{ view, quotaPerUnit }} onClose={() => setDialog(null)} />
      <RuledModel model={ruled} handle={handle} look={{ view, quotaPerUnit }} onClose={() => setRuled(null)} />
    </>
  );
}
