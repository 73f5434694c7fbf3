import { Button, Intent } from '@blueprintjs/core';
import { Add, Duplicate, Link as LinkIcon, Refresh } from '@blueprintjs/icons';
import { TokenStatus, type TokenView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../app/notices';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { SearchInput } from '../../shared/table/SearchInput';
import { useTableState } from '../../shared/table/use-table-state';
import { useCopy } from '../../shared/use-copy';
import { useListGroupLabelsQuery } from '../site/site-api';
import { baseAddressOf, useStatus } from '../site/use-status';
import { useDeleteTokenMutation, useSetTokenStatusMutation } from './token-api';
import { fullKey, tokenColumns, type TokenRowActions } from './token-columns';
import { TokenDrawer } from './TokenDrawer';
import { useTokenRows } from './use-token-rows';

const noFilters = { keyword: '' };
const noLabels = {};

/** What the drawer works on: nothing, a new token, or one of the list. */
type Editing = TokenView | 'new' | null;

function useRowActions(edit: (token: TokenView) => void): TokenRowActions {
  const { t } = useTranslation();
  const [setTokenStatus] = useSetTokenStatusMutation();
  const [deleteToken] = useDeleteTokenMutation();
  return useMemo(() => {
    const announce = async (call: Promise<{ readonly error?: unknown }>) => {
      if (!(await call).error) notices.success(t('common.operation_done'));
    };
    return {
      edit,
      setStatus: ({ id }, status) => void announce(setTokenStatus({ id, status })),
      remove: ({ id }) => void announce(deleteToken(id)),
    };
  }, [edit, setTokenStatus, deleteToken, t]);
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
  readonly keyword: string;
  readonly keyPart: string;
  readonly onKeyword: (text: string) => void;
  readonly onKeyPart: (text: string) => void;
  readonly onAdd: () => void;
  readonly onCopySelected: () => void;
  readonly onRefresh: () => void;
}

function Toolbar(props: ToolbarProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const address = baseAddressOf(useStatus());
  return (
    <div className="toolbar">
      <SearchInput label={t('token.search_name')} value={props.keyword} onCommit={props.onKeyword} />
      <SearchInput label={t('token.search_key')} value={props.keyPart} onCommit={props.onKeyPart} />
      <Button intent={Intent.PRIMARY} icon={<Add />} text={t('token.add')} onClick={props.onAdd} />
      <Button icon={<Duplicate />} text={t('token.copy_selected')} onClick={props.onCopySelected} />
      <Button icon={<LinkIcon />} text={t('token.copy_address')} onClick={() => copy(address)} />
      <Button
        className="toolbar-end"
        variant="minimal"
        icon={<Refresh />}
        aria-label={t('common.refresh')}
        onClick={props.onRefresh}
      />
    </div>
  );
}

/** The table of the own tokens with its search, its buttons and its drawer. */
export function TokenList() {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: labels = noLabels } = useListGroupLabelsQuery();
  const { page, size, filters, setPage, setSize, setFilters } = useTableState(noFilters);
  // Part of a key: not for the address, which is kept in histories.
  const [keyPart, setKeyPart] = useState('');
  const [editing, setEditing] = useState<Editing>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { rows, total, isFetching, hasFailed, refresh } = useTokenRows({ page, size, ...filters, keyPart });
  const actions = useRowActions(setEditing);
  const columns = useMemo(() => tokenColumns({ t, display: status, labels, actions }), [t, status, labels, actions]);

  const copySelected = useCopySelected((rows ?? []).filter(({ id }) => chosen.has(id)));

  return (
    <>
      <Toolbar
        keyword={filters.keyword}
        keyPart={keyPart}
        onKeyword={keyword => setFilters({ keyword })}
        onKeyPart={text => {
          setKeyPart(text);
          setPage(1);
        }}
        onAdd={() => setEditing('new')}
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
        emptyAction={<Button intent={Intent.PRIMARY} text={t('token.add')} onClick={() => setEditing('new')} />}
        selection={{ chosen, onChange: setChosen }}
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
