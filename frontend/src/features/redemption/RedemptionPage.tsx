import { Button, H3, Intent } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { RedemptionStatus, type RedemptionView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { AddButton } from '../../shared/table/AddButton';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { useNewRow } from '../../shared/table/use-new-row';
import { useChosenRows } from '../../shared/table/use-chosen-rows';
import { useTableState } from '../../shared/table/use-table-state';
import { useCopy } from '../../shared/copy/use-copy';
import { useStatus } from '../../base/site/use-status';
import { NewCodesDialog } from './NewCodesDialog';
import { useDeleteRedemptionMutation, useListRedemptionsQuery, useSetRedemptionStatusMutation } from './redemption-api';
import { redemptionColumns, type RedemptionRowActions } from './redemption-columns';
import { RedemptionDrawer } from './RedemptionDrawer';
import { type NewCodes } from './use-redemption-form';

const noFilters = { keyword: '' };
const noRows: readonly RedemptionView[] = [];

/** What the drawer edits: nothing, new codes, or one code of the list. */
type Editing = RedemptionView | 'new' | null;

function useRowActions(edit: (code: RedemptionView) => void, forget: (id: number) => void): RedemptionRowActions {
  const { t } = useTranslation();
  const [setRedemptionStatus] = useSetRedemptionStatusMutation();
  const [deleteRedemption] = useDeleteRedemptionMutation();
  return useMemo(() => {
    const announce = async (call: Promise<{ readonly error?: unknown }>) => {
      const { error } = await call;
      if (!error) notices.success(t('common.operation_done'));
      return !error;
    };
    return {
      edit,
      setStatus: ({ id }, status) => void announce(setRedemptionStatus({ id, status })),
      remove: async ({ id }) => {
        if (await announce(deleteRedemption(id))) forget(id);
      },
    };
  }, [edit, forget, setRedemptionStatus, deleteRedemption, t]);
}

interface ToolbarProps {
  readonly keyword: string;
  readonly onKeyword: (keyword: string) => void;
  /** The chosen rows, including those of other pages. */
  readonly selected: readonly RedemptionView[];
  readonly onAdd: () => void;
  readonly onRefresh: () => void;
}

function Toolbar({ keyword, onKeyword, selected, onAdd, onRefresh }: ToolbarProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const count = selected.length;
  const copySelected = () => {
    if (count === 0) return notices.warning(t('redemption.select_first'));
    copy(selected.map(({ name, key }) => `${name}    ${key}`).join('\n'), t('redemption.copied', { count }));
  };
  return (
    <div className="toolbar">
      <SearchInput label={t('redemption.search')} value={keyword} onCommit={onKeyword} />
      <AddButton text={t('redemption.add')} onAdd={onAdd} />
      <Button
        icon={<Duplicate />}
        text={count === 0 ? t('redemption.copy_selected') : t('redemption.copy_selected_count', { count })}
        onClick={copySelected}
      />
      <RefreshButton onRefresh={onRefresh} />
    </div>
  );
}

/** The page of redemption codes: search, table, copying, and the form in its drawer. */
export function RedemptionPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const { page, size, filters, setPage, setSize, setFilters } = useTableState(noFilters);
  const { data, isFetching, isError, refetch } = useListRedemptionsQuery({ p: page - 1, page_size: size, ...filters });
  const [editing, setEditing] = useState<Editing>(null);
  const [newCodes, setNewCodes] = useState<NewCodes | null>(null);
  const chosen = useChosenRows(data?.rows);
  const actions = useRowActions(setEditing, chosen.forget);
  const columns = useMemo(() => redemptionColumns({ t, display: status, actions }), [t, status, actions]);
  const rows = data?.rows ?? noRows;
  const add = () => setEditing('new');
  const refresh = () => void refetch();
  useListKeys({ onNew: add, onReload: refresh });
  useNewRow(add);

  return (
    <>
      <H3 className="page-title">{t('redemption.title')}</H3>
      <Toolbar
        keyword={filters.keyword}
        onKeyword={keyword => setFilters({ keyword })}
        selected={chosen.rows}
        onAdd={add}
        onRefresh={refresh}
      />
      <DataTable
        label={t('redemption.title')}
        columns={columns}
        rows={data?.rows}
        keyOf={code => code.id}
        nameOf={code => `${code.name} #${code.id}`}
        isFetching={isFetching}
        hasFailed={isError}
        onRetry={refresh}
        emptyText={filters.keyword ? t('redemption.none_found') : t('redemption.empty')}
        emptyAction={<Button intent={Intent.PRIMARY} text={t('redemption.add')} onClick={add} />}
        selection={chosen.selection}
        isMuted={code => code.status !== RedemptionStatus.Unused}
      />
      <Pagination
        page={page}
        size={size}
        total={data?.total}
        rowCount={rows.length}
        onPage={setPage}
        onSize={setSize}
      />
      {editing && (
        <RedemptionDrawer
          code={editing === 'new' ? null : editing}
          onCreated={setNewCodes}
          onDone={() => setEditing(null)}
        />
      )}
      {newCodes && <NewCodesDialog codes={newCodes} onClose={() => setNewCodes(null)} />}
    </>
  );
}
