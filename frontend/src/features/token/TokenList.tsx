import { Button, Intent } from '@blueprintjs/core';
import { Duplicate, Link as LinkIcon } from '@blueprintjs/icons';
import { TokenStatus, type TokenView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { SavedFilters } from '../../base/saved-filters/SavedFilters';
import { AddButton } from '../../shared/table/AddButton';
import { countFilters } from '../../shared/table/count-filters';
import { DataTable } from '../../shared/table/DataTable';
import { FilterFold } from '../../shared/table/FilterFold';
import { Pagination } from '../../shared/table/Pagination';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { useChosenRows } from '../../shared/table/use-chosen-rows';
import { useNewRow } from '../../shared/table/use-new-row';
import { useTableState, type TableState } from '../../shared/table/use-table-state';
import { useCopy } from '../../shared/copy/use-copy';
import { useListGroupLabelsQuery } from '../../base/site/site-api';
import { baseAddressOf, useStatus } from '../../base/site/use-status';
import { useDeleteTokenMutation, useSetTokenStatusMutation } from './token-api';
import { fullKey, tokenColumns, type TokenRowActions } from './token-columns';
import { TokenDrawer } from './TokenDrawer';
import { useTokenRows } from './use-token-rows';

const noFilters = { keyword: '' };
const noLabels = {};

/** What the drawer edits: nothing, a new token, or one token of the list. */
type Editing = TokenView | 'new' | null;

function useRowActions(edit: (token: TokenView) => void, forget: (id: number) => void): TokenRowActions {
  const { t } = useTranslation();
  const [setTokenStatus] = useSetTokenStatusMutation();
  const [deleteToken] = useDeleteTokenMutation();
  const navigate = useNavigate();
  return useMemo(() => {
    const announce = async (call: Promise<{ readonly error?: unknown }>) => {
      const { error } = await call;
      if (!error) notices.success(t('common.operation_done'));
      return !error;
    };
    return {
      edit,
      setStatus: ({ id }, status) => void announce(setTokenStatus({ id, status })),
      remove: async ({ id }) => {
        if (await announce(deleteToken(id))) forget(id);
      },
      showAccessReport: ({ id }) => void navigate(`/reach?token=${id}`),
    };
  }, [edit, forget, setTokenStatus, deleteToken, navigate, t]);
}

/** Copies name and key of the chosen tokens, one per line. */
function useCopySelected(selected: readonly TokenView[]): () => void {
  const { t } = useTranslation();
  const copy = useCopy();
  return () => {
    if (selected.length === 0) return notices.warning(t('token.select_first'));
    const text = selected.map(token => `${token.name}    ${fullKey(token)}`).join('\n');
    copy(text, t('token.copied', { count: selected.length }));
  };
}

interface ToolbarProps {
  readonly table: TableState<typeof noFilters>;
  readonly keyPart: string;
  readonly onKeyPart: (text: string) => void;
  readonly onAdd: () => void;
  /** The number of selected tokens on all pages. */
  readonly selectedCount: number;
  readonly onCopySelected: () => void;
  readonly onRefresh: () => void;
}

function Toolbar(props: ToolbarProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const address = baseAddressOf(useStatus());
  const { selectedCount: count } = props;
  const copyText = count === 0 ? t('token.copy_selected') : t('token.copy_selected_count', { count });
  const { filters, setFilters } = props.table;
  const besides = { isNarrowed: props.keyPart !== '', reset: () => props.onKeyPart('') };
  return (
    <FilterFold
      count={countFilters(props.table.chosenFilters) + Number(besides.isNarrowed)}
      beside={
        <>
          <SavedFilters list="token" table={props.table} besides={besides} />
          <AddButton text={t('token.add')} onAdd={props.onAdd} />
          <Button icon={<Duplicate />} text={copyText} onClick={props.onCopySelected} />
          <Button icon={<LinkIcon />} text={t('token.copy_address')} onClick={() => copy(address)} />
          <RefreshButton onRefresh={props.onRefresh} />
        </>
      }
    >
      <SearchInput
        label={t('token.search_name')}
        value={filters.keyword}
        onCommit={keyword => setFilters({ keyword })}
      />
      <SearchInput label={t('token.search_key')} value={props.keyPart} onCommit={props.onKeyPart} />
    </FilterFold>
  );
}

/** The table of the own tokens with its search, its buttons and its drawer. */
export function TokenList() {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: labels = noLabels } = useListGroupLabelsQuery();
  const table = useTableState(noFilters);
  const { page, size, filters, setPage, setSize } = table;
  // A part of a key must not be in the address, which browsers keep in their history.
  const [keyPart, setKeyPart] = useState('');
  const [editing, setEditing] = useState<Editing>(null);
  const { rows, total, isFetching, hasFailed, refresh } = useTokenRows({ page, size, ...filters, keyPart });
  const chosen = useChosenRows(rows);
  const actions = useRowActions(setEditing, chosen.forget);
  const columns = useMemo(() => tokenColumns({ t, display: status, labels, actions }), [t, status, labels, actions]);
  const add = () => setEditing('new');
  useListKeys({ onNew: add, onReload: refresh });
  useNewRow(add);

  const copySelected = useCopySelected(chosen.rows);

  return (
    <>
      <Toolbar
        table={table}
        keyPart={keyPart}
        onKeyPart={text => {
          setKeyPart(text);
          setPage(1);
        }}
        onAdd={add}
        selectedCount={chosen.rows.length}
        onCopySelected={copySelected}
        onRefresh={refresh}
      />
      <DataTable
        label={t('token.title')}
        columns={columns}
        rows={rows}
        keyOf={token => token.id}
        nameOf={token => token.name}
        isFetching={isFetching}
        hasFailed={hasFailed}
        onRetry={refresh}
        emptyText={filters.keyword || keyPart ? t('token.none_found') : t('token.empty')}
        emptyAction={<Button intent={Intent.PRIMARY} text={t('token.add')} onClick={add} />}
        selection={chosen.selection}
        isMuted={token => token.status !== TokenStatus.Enabled}
      />
      <Pagination
        page={page}
        size={size}
        total={total}
        rowCount={rows?.length ?? 0}
        onPage={setPage}
        onSize={setSize}
      />
      {editing && <TokenDrawer token={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}
