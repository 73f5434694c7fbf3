import { Button } from '@blueprintjs/core';
import { Link as LinkIcon } from '@blueprintjs/icons';
import { TokenStatus, type TokenView } from '@contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { CopyChosenButton } from '../../shared/copy/CopyChosenButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { RecordingNotices } from '../../base/inspector/RecordingNotices';
import { useEndOwnMutation, useGetNoticesQuery, useRecordOwnMutation } from '../../base/inspector/inspector-api';
import { SavedFilters } from '../../base/saved-filters/SavedFilters';
import { AddButton } from '../../shared/table/AddButton';
import { countFilters } from '../../shared/table/count-filters';
import { FilterFold } from '../../shared/table/FilterFold';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { searchableRows } from '../../shared/table/shown-rows';
import { useChosenRows } from '../../shared/table/use-chosen-rows';
import { useRowForm } from '../../shared/table/use-row-form';
import { useTableState, type TableState } from '../../shared/table/use-table-state';
import { useCopy } from '../../shared/copy/use-copy';
import { useListGroupLabelsQuery } from '../../base/site/site-api';
import { baseAddressOf, useStatus } from '../../base/site/use-status';
import { useListTokensQuery } from '../../base/token-list-api';
import { useDeleteTokenMutation, useSearchTokensQuery, useSetTokenStatusMutation } from './token-api';
import { fullKey, tokenColumns, type TokenRowActions } from './token-columns';
import { KeyChangeDialog } from './KeyChangeDialog';
import { TokenDrawer } from './TokenDrawer';
import { UseKey } from './use-key/UseKey';

const noFilters = { keyword: '' };
const noLabels = {};

interface RowHandlers {
  readonly edit: (token: TokenView) => void;
  readonly use: (token: TokenView) => void;
  readonly replaceKey: (token: TokenView) => void;
  /** Drops a deleted token from the chosen rows. */
  readonly forget: (id: number) => void;
}

function useRowActions({ edit, use, replaceKey, forget }: RowHandlers): TokenRowActions {
  const announce = useAnnounce();
  const [setTokenStatus] = useSetTokenStatusMutation();
  const [deleteToken] = useDeleteTokenMutation();
  const [recordOwn] = useRecordOwnMutation();
  const [endOwn] = useEndOwnMutation();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      edit,
      use,
      replaceKey,
      setStatus: ({ id }, status) => void announce(setTokenStatus({ id, status })),
      remove: async ({ id }) => {
        if (await announce(deleteToken(id))) forget(id);
      },
      showAccessReport: ({ id }) => void navigate(`/reach?token=${id}`),
      record: ({ id }) => void announce(recordOwn({ token_id: id, hours: 1 })),
      endRecording: ({ id }) => void announce(endOwn(id)),
    }),
    [edit, use, replaceKey, forget, setTokenStatus, deleteToken, recordOwn, endOwn, announce, navigate],
  );
}

/** The own tokens: a page of the list, or a page of those that a search has found. */
function useTokenRows({ page, size, filters: { keyword } }: TableState<typeof noFilters>, keyPart: string) {
  const isSearch = keyword !== '' || keyPart !== '';
  const list = useListTokensQuery(isSearch ? skipToken : { page, size });
  const search = useSearchTokensQuery(isSearch ? { keyword, token: keyPart } : skipToken);
  return { ...searchableRows({ list, search, isSearch, page, size }), isSearch };
}

interface ShownKey {
  /** The key whose use is shown. */
  readonly token: TokenView | undefined;
  readonly show: (token: TokenView) => void;
  /** Shows the key that was just created, as soon as the list has it. */
  readonly showNext: () => void;
  readonly close: () => void;
}

/** The key whose use is shown: one that was chosen, or one that was just created. */
function useShownKey(rows: readonly TokenView[] | undefined): ShownKey {
  const [chosen, show] = useState<TokenView | null>(null);
  /** The highest id before the creation; null while no creation is awaited. */
  const [before, setBefore] = useState<number | null>(null);
  const created = before === null ? undefined : rows?.find(({ id }) => id > before);
  return {
    token: chosen ?? created,
    show,
    showNext: () => setBefore(Math.max(0, ...(rows ?? []).map(({ id }) => id))),
    close: () => {
      show(null);
      setBefore(null);
    },
  };
}

interface ToolbarProps {
  readonly table: TableState<typeof noFilters>;
  readonly keyPart: string;
  readonly onKeyPart: (text: string) => void;
  readonly onAdd: () => void;
  /** The chosen tokens, including those of other pages. */
  readonly selected: readonly TokenView[];
  readonly onRefresh: () => void;
}

function Toolbar(props: ToolbarProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const address = baseAddressOf(useStatus());
  const { selected } = props;
  const count = selected.length;
  const { filters, setFilters } = props.table;
  const besides = { isNarrowed: props.keyPart !== '', reset: () => props.onKeyPart('') };
  return (
    <FilterFold
      count={countFilters(props.table.chosenFilters) + Number(besides.isNarrowed)}
      beside={
        <>
          <SavedFilters list="token" table={props.table} besides={besides} />
          <AddButton text={t('token.add')} onAdd={props.onAdd} />
          <CopyChosenButton
            rows={selected.map(token => ({ name: token.name, key: fullKey(token) }))}
            text={count === 0 ? t('token.copy_selected') : t('token.copy_selected_count', { count })}
            noneText={t('token.select_first')}
            copiedText={t('token.copied', { count })}
          />
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

/** The searched part of a key. It must not be in the address, which browsers keep in their history. */
function useKeyPart(table: TableState<typeof noFilters>) {
  const [keyPart, setText] = useState('');
  const setKeyPart = (text: string) => {
    setText(text);
    table.setPage(1);
  };
  const showAll = () => {
    setText('');
    table.showAll?.();
  };
  return { keyPart, setKeyPart, showAll };
}

/** The table of the own tokens with its search, its buttons and its drawer. */
export function TokenList() {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: labels = noLabels } = useListGroupLabelsQuery();
  const table = useTableState(noFilters);
  const { keyPart, setKeyPart, showAll } = useKeyPart(table);
  const { isSearch, ...list } = useTokenRows(table, keyPart);
  const { add, ...form } = useRowForm<TokenView>();
  const chosen = useChosenRows(list.rows);
  const usage = useShownKey(list.rows);
  const [changing, setChanging] = useState<TokenView | null>(null);
  const actions = useRowActions({
    edit: form.edit,
    use: usage.show,
    replaceKey: setChanging,
    forget: chosen.forget,
  });
  const { data: recording } = useGetNoticesQuery(undefined, { skip: !status.inspector });
  const columns = useMemo(
    () => tokenColumns({ t, display: status, labels, actions, recording }),
    [t, status, labels, actions, recording],
  );
  useListKeys({ onNew: add, onReload: list.refresh });

  return (
    <>
      <RecordingNotices nameOf={id => list.rows?.find(token => token.id === id)?.name ?? `#${id}`} />
      <Toolbar
        table={table}
        keyPart={keyPart}
        onKeyPart={setKeyPart}
        onAdd={add}
        selected={chosen.rows}
        onRefresh={list.refresh}
      />
      <PagedTable
        label={t('token.title')}
        columns={columns}
        list={list}
        pages={{ ...table, showAll: isSearch ? showAll : null }}
        keyOf={token => token.id}
        nameOf={token => token.name}
        emptyText={isSearch ? t('token.none_found') : t('token.empty')}
        add={{ text: t('token.add'), onAdd: add }}
        selection={chosen.selection}
        isMuted={token => token.status !== TokenStatus.Enabled}
      />
      {form.isOpen && <TokenDrawer token={form.row} onClose={form.close} onCreate={usage.showNext} />}
      {usage.token && <UseKey token={usage.token} onClose={usage.close} />}
      {changing && <KeyChangeDialog token={changing} onClose={() => setChanging(null)} />}
    </>
  );
}
