import { Button, H3, Intent } from '@blueprintjs/core';
import { Add, Duplicate, Refresh } from '@blueprintjs/icons';
import { RedemptionStatus, type RedemptionView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../app/notices';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { SearchInput } from '../../shared/table/SearchInput';
import { useTableState } from '../../shared/table/use-table-state';
import { useCopy } from '../../shared/use-copy';
import { useStatus } from '../site/use-status';
import { NewCodesDialog } from './NewCodesDialog';
import { useDeleteRedemptionMutation, useListRedemptionsQuery, useSetRedemptionStatusMutation } from './redemption-api';
import { redemptionColumns, type RedemptionRowActions } from './redemption-columns';
import { RedemptionDrawer } from './RedemptionDrawer';
import type { NewCodes } from './use-redemption-form';

const noFilters = { keyword: '' };
const noRows: readonly RedemptionView[] = [];

/** What the drawer works on: nothing, new codes, or one of the list. */
type Editing = RedemptionView | 'new' | null;

function useRowActions(edit: (code: RedemptionView) => void): RedemptionRowActions {
  const { t } = useTranslation();
  const [setRedemptionStatus] = useSetRedemptionStatusMutation();
  const [deleteRedemption] = useDeleteRedemptionMutation();
  return useMemo(() => {
    const announce = async (call: Promise<{ readonly error?: unknown }>) => {
      if (!(await call).error) notices.success(t('common.operation_done'));
    };
    return {
      edit,
      setStatus: ({ id }, status) => void announce(setRedemptionStatus({ id, status })),
      remove: ({ id }) => void announce(deleteRedemption(id)),
    };
  }, [edit, setRedemptionStatus, deleteRedemption, t]);
}

interface ToolbarProps {
  readonly keyword: string;
  readonly onKeyword: (keyword: string) => void;
  /** The chosen rows of this page. */
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
      <Button intent={Intent.PRIMARY} icon={<Add />} text={t('redemption.add')} onClick={onAdd} />
      <Button
        icon={<Duplicate />}
        text={count === 0 ? t('redemption.copy_selected') : t('redemption.copy_selected_count', { count })}
        onClick={copySelected}
      />
      <Button
        className="toolbar-end"
        variant="minimal"
        icon={<Refresh />}
        aria-label={t('common.refresh')}
        onClick={onRefresh}
      />
    </div>
  );
}

/** Redemption codes: search, table, copying, and the form in its drawer. */
export function RedemptionPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const { page, size, filters, setPage, setSize, setFilters } = useTableState(noFilters);
  const { data, isFetching, isError, refetch } = useListRedemptionsQuery({ p: page - 1, page_size: size, ...filters });
  const [editing, setEditing] = useState<Editing>(null);
  const [newCodes, setNewCodes] = useState<NewCodes | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const actions = useRowActions(setEditing);
  const columns = useMemo(() => redemptionColumns({ t, display: status, actions }), [t, status, actions]);
  const rows = data?.rows ?? noRows;

  return (
    <>
      <H3 className="page-title">{t('redemption.title')}</H3>
      <Toolbar
        keyword={filters.keyword}
        onKeyword={keyword => setFilters({ keyword })}
        selected={rows.filter(({ id }) => chosen.has(id))}
        onAdd={() => setEditing('new')}
        onRefresh={() => void refetch()}
      />
      <DataTable
        label={t('redemption.title')}
        columns={columns}
        rows={data?.rows}
        keyOf={code => code.id}
        nameOf={code => `${code.name} #${code.id}`}
        isFetching={isFetching}
        hasFailed={isError}
        onRetry={() => void refetch()}
        emptyText={filters.keyword ? t('redemption.none_found') : t('redemption.empty')}
        emptyAction={<Button intent={Intent.PRIMARY} text={t('redemption.add')} onClick={() => setEditing('new')} />}
        selection={{ chosen, onChange: setChosen }}
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
