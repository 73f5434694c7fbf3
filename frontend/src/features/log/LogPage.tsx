import { H3, Tab, Tabs } from '@blueprintjs/core';
import { type LogEntry } from '@contracts';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { SavedFilters } from '../../base/saved-filters/SavedFilters';
import { FilterPanel } from '../../shared/table/FilterPanel';
import { PagedTable, type PagedTableProps } from '../../shared/table/PagedTable';
import { useKeptCalls } from '../../base/inspector/use-kept-calls';
import { useStatus } from '../../base/site/use-status';
import { useListTeamsQuery } from '../../base/team/team-list-api';
import { useGetLogStatQuery, useListLogsQuery } from './log-api';
import { logTypes } from './log-filters';
import { LiveButton } from './LiveButton';
import { type LogDrawerProps } from './LogDrawer';
import { LogFilterBar } from './LogFilterBar';
import { LogStats } from './LogStats';
import { isSameRow, rowMark } from './same-row';
import { useLogColumns } from './use-log-columns';
import { useLiveRows, useNewRows } from './use-live-rows';
import { useLogExport } from './use-log-export';
import { useLogQuery } from './use-log-query';
import { usePageCursors } from './use-page-cursors';
import { lazyPart } from '../../shared/lazy-part';
import '../../styles/log.css';

const LogDrawer = lazyPart(async () => (await import('./LogDrawer')).LogDrawer);
const UserDialog = lazyPart(async () => (await import('./UserDialog')).UserDialog);

function TypeTabs({ type: selected, onChange }: { readonly type: string; readonly onChange: (type: string) => void }) {
  const { t } = useTranslation();
  return (
    <Tabs id="log-types" className="log-types" selectedTabId={selected} onChange={type => onChange(String(type))}>
      {logTypes.map(type => (
        <Tab key={type} id={String(type)} title={t(`log.type_${type}`)} />
      ))}
    </Tabs>
  );
}

/** The rows of a page and the sums of all pages, reloaded together. */
function useLogRows({ table: { page, size }, query, renew }: ReturnType<typeof useLogQuery>, pollMs: number) {
  const { cursorOf, remember } = usePageCursors(JSON.stringify([query, size]));
  const request = { ...query, page, size, cursor: cursorOf(page) };
  const { data, currentData, isFetching, isError, refetch } = useListLogsQuery(request, { pollingInterval: pollMs });
  useEffect(() => {
    if (currentData) remember(currentData);
  }, [currentData, remember]);
  const polling = { pollingInterval: pollMs };
  const { data: stat, isError: hasStatFailed, refetch: refetchStat } = useGetLogStatQuery(query, polling);
  const refresh = () => {
    renew();
    void refetch();
    void refetchStat();
  };
  return {
    // After a failure only the rows of the present request stay.
    list: {
      rows: (isError ? currentData : data)?.items,
      total: data?.total,
      // Rows that are read again by themselves do not fade each time.
      isFetching: isFetching && (pollMs === 0 || !currentData),
      hasFailed: isError,
      refresh,
    },
    stat,
    hasStatFailed,
  };
}

interface UserOfRowProps {
  /** The user who is shown; null while there is none. */
  readonly userId: number | null;
  readonly onUser: (userId: null) => void;
  readonly onShowRows: (username: string) => void;
}

function UserOfRow({ userId, onUser, onShowRows }: UserOfRowProps) {
  if (userId === null) return null;
  const close = () => onUser(null);
  return (
    <Suspense fallback={null}>
      <UserDialog
        userId={userId}
        onClose={close}
        onShowRows={username => {
          close();
          onShowRows(username);
        }}
      />
    </Suspense>
  );
}

/** The row that is open in the drawer, and what sets rows apart from others. */
function useMarkedRows(rows: readonly LogEntry[] | undefined, isLive: boolean) {
  const [opened, setOpened] = useState<LogEntry | null>(null);
  const fresh = useNewRows(rows, isLive);
  const markOf = (row: LogEntry) => {
    if (opened && isSameRow(row, opened)) return 'opened';
    return fresh.has(rowMark(row)) ? 'new' : null;
  };
  return { opened, setOpened, markOf };
}

type LogRowsProps = Omit<PagedTableProps<LogEntry>, 'label' | 'keyOf' | 'emptyText'> & {
  /** The chosen tab. */
  readonly type: string;
};

function LogRows({ type, ...table }: LogRowsProps) {
  const { t } = useTranslation();
  return (
    <FilterPanel tabs="log-types" chosen={type}>
      <div className="log-table">
        <PagedTable {...table} label={t('log.title')} keyOf={entry => entry.id} emptyText={t('log.empty')} />
      </div>
    </FilterPanel>
  );
}

interface OpenedRowProps extends Omit<LogDrawerProps, 'entry' | 'keptUntil' | 'onClose'> {
  /** The row that is shown; null while there is none. */
  readonly opened: LogEntry | null;
  readonly kept: ReadonlyMap<string, number>;
  readonly onClose: () => void;
}

function OpenedRow({ opened, kept, ...drawer }: OpenedRowProps) {
  return (
    opened && (
      <Suspense fallback={null}>
        <LogDrawer {...drawer} entry={opened} keptUntil={kept.get(opened.request_id)} />
      </Suspense>
    )
  );
}

/** The request log: all rows for administrators, the own rows for all other users. */
export function LogPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const logQuery = useLogQuery();
  const { table, query, usual } = logQuery;
  const { filters: texts, setFilters } = table;
  const { isAdmin } = query;
  const [userId, setUserId] = useState<number | null>(null);
  const { isLive, setLive, pollMs } = useLiveRows(table.page);
  const { list, stat, hasStatFailed } = useLogRows(logQuery, pollMs);
  const { isExporting, exportRows } = useLogExport(query, list.total);
  const kept = useKeptCalls(useMemo(() => list.rows?.map(row => row.request_id) ?? [], [list.rows]));
  const { columns, move, chooser } = useLogColumns(isAdmin, kept, setUserId);
  const { opened, setOpened, markOf } = useMarkedRows(list.rows, isLive);
  useListKeys({ onReload: list.refresh });
  const { data: teams, isError: areTeamsUnknown } = useListTeamsQuery();

  if (!teams && !areTeamsUnknown) return null; // the filter for teams would move what stands below it a moment later
  return (
    <>
      <H3 className="page-title">{t('log.title')}</H3>
      <LogStats stat={stat} hasFailed={hasStatFailed} />
      <LogFilterBar
        table={table}
        usual={usual}
        isAdmin={isAdmin}
        teams={teams ?? []}
        onRefresh={list.refresh}
        onExport={() => void exportRows()}
        isExporting={isExporting}
      >
        <SavedFilters list="log" table={table} />
        {chooser}
        <LiveButton isLive={isLive} onChange={setLive} />
      </LogFilterBar>
      <TypeTabs type={texts.type} onChange={type => setFilters({ type })} />
      <LogRows
        type={texts.type}
        columns={columns}
        list={list}
        pages={table}
        onMoveColumn={move}
        onOpen={setOpened}
        markOf={markOf}
      />
      <OpenedRow
        opened={opened}
        kept={kept}
        rows={list.rows ?? []}
        display={status}
        isAdmin={isAdmin}
        onOpen={setOpened}
        onFilter={setFilters}
        onClose={() => setOpened(null)}
      />
      <UserOfRow userId={userId} onUser={setUserId} onShowRows={username => setFilters({ username })} />
    </>
  );
}
