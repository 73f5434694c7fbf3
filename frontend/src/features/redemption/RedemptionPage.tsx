import { H3 } from '@blueprintjs/core';
import { RedemptionStatus, type RedemptionView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyChosenButton } from '../../shared/copy/CopyChosenButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { AddButton } from '../../shared/table/AddButton';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { shownRows } from '../../shared/table/shown-rows';
import { useChosenRows } from '../../shared/table/use-chosen-rows';
import { useRowForm } from '../../shared/table/use-row-form';
import { useTableState } from '../../shared/table/use-table-state';
import { useStatus } from '../../base/site/use-status';
import { NewCodesDialog } from './NewCodesDialog';
import { useDeleteRedemptionMutation, useListRedemptionsQuery, useSetRedemptionStatusMutation } from './redemption-api';
import { redemptionColumns, type RedemptionRowActions } from './redemption-columns';
import { RedemptionDrawer } from './RedemptionDrawer';
import { type NewCodes } from './use-redemption-form';

const noFilters = { keyword: '' };

function useRowActions(edit: (code: RedemptionView) => void, forget: (id: number) => void): RedemptionRowActions {
  const announce = useAnnounce();
  const [setRedemptionStatus] = useSetRedemptionStatusMutation();
  const [deleteRedemption] = useDeleteRedemptionMutation();
  return useMemo(
    () => ({
      edit,
      setStatus: ({ id }, status) => void announce(setRedemptionStatus({ id, status })),
      remove: async ({ id }) => {
        if (await announce(deleteRedemption(id))) forget(id);
      },
    }),
    [edit, forget, setRedemptionStatus, deleteRedemption, announce],
  );
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
  const count = selected.length;
  return (
    <div className="toolbar">
      <SearchInput label={t('redemption.search')} value={keyword} onCommit={onKeyword} />
      <AddButton text={t('redemption.add')} onAdd={onAdd} />
      <CopyChosenButton
        rows={selected}
        text={count === 0 ? t('redemption.copy_selected') : t('redemption.copy_selected_count', { count })}
        noneText={t('redemption.select_first')}
        copiedText={t('redemption.copied', { count })}
      />
      <RefreshButton onRefresh={onRefresh} />
    </div>
  );
}

/** The page of redemption codes: search, table, copying, and the form in its drawer. */
export function RedemptionPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const table = useTableState(noFilters);
  const { page, size, filters, setFilters } = table;
  const list = shownRows(useListRedemptionsQuery({ page, size, ...filters }));
  const { add, ...form } = useRowForm<RedemptionView>();
  const [newCodes, setNewCodes] = useState<NewCodes | null>(null);
  const chosen = useChosenRows(list.rows);
  const actions = useRowActions(form.edit, chosen.forget);
  const columns = useMemo(() => redemptionColumns({ t, display: status, actions }), [t, status, actions]);
  useListKeys({ onNew: add, onReload: list.refresh });

  return (
    <>
      <H3 className="page-title">{t('redemption.title')}</H3>
      <Toolbar
        keyword={filters.keyword}
        onKeyword={keyword => setFilters({ keyword })}
        selected={chosen.rows}
        onAdd={add}
        onRefresh={list.refresh}
      />
      <PagedTable
        label={t('redemption.title')}
        columns={columns}
        list={list}
        pages={table}
        keyOf={code => code.id}
        nameOf={code => `${code.name} #${code.id}`}
        emptyText={table.showAll ? t('redemption.none_found') : t('redemption.empty')}
        add={{ text: t('redemption.add'), onAdd: add }}
        selection={chosen.selection}
        isMuted={code => code.status !== RedemptionStatus.Unused}
      />
      {form.isOpen && <RedemptionDrawer code={form.row} onCreated={setNewCodes} onDone={form.close} />}
      {newCodes && <NewCodesDialog codes={newCodes} onClose={() => setNewCodes(null)} />}
    </>
  );
}
