import { HTMLSelect } from '@blueprintjs/core';
import { type TeamSummary } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useIsAdmin } from '../../base/session/use-role';
import { useStatus } from '../../base/site/use-status';
import { useListTeamsQuery } from '../../base/team/team-list-api';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { AddButton } from '../../shared/table/AddButton';
import { DataTable } from '../../shared/table/DataTable';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { shownRows } from '../../shared/table/shown-rows';
import { useRowForm } from '../../shared/table/use-row-form';
import { useTableState } from '../../shared/table/use-table-state';
import { NewTeamDialog } from './NewTeamDialog';
import { useListAllTeamsQuery } from './team-api';
import { teamColumns } from './team-columns';

const noFilters = { of: '' };

interface TableProps {
  readonly onAdd: () => void;
}

function useColumns() {
  const { t } = useTranslation();
  const display = useStatus();
  return useMemo(() => teamColumns({ t, display }), [t, display]);
}

function MyTeams({ onAdd }: TableProps) {
  const { t } = useTranslation();
  const { data, isFetching, isError, refetch } = useListTeamsQuery();
  return (
    <DataTable<TeamSummary>
      label={t('team.mine')}
      columns={useColumns()}
      rows={data}
      isFetching={isFetching}
      hasFailed={isError}
      onRetry={() => void refetch()}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      emptyText={t('team.empty')}
      emptyAction={<AddButton text={t('team.create')} onAdd={onAdd} />}
    />
  );
}

function AllTeams({ table }: { readonly table: ReturnType<typeof useTableState> }) {
  const { t } = useTranslation();
  const { page, size } = table;
  const list = shownRows(useListAllTeamsQuery({ page, size }));
  return (
    <PagedTable<TeamSummary>
      label={t('team.all')}
      columns={useColumns()}
      list={list}
      pages={table}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      emptyText={t('team.empty_all')}
    />
  );
}

/** The teams of the reader; administrators see all of them, too. */
export function TeamList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  const table = useTableState(noFilters);
  const showsAll = isAdmin && table.filters.of === 'all';
  const mine = useListTeamsQuery(undefined, { skip: showsAll });
  const all = useListAllTeamsQuery({ page: table.page, size: table.size }, { skip: !showsAll });
  const form = useRowForm<TeamSummary>();
  const refresh = () => void (showsAll ? all : mine).refetch();
  useListKeys({ onNew: form.add, onReload: refresh });
  return (
    <>
      <div className="toolbar">
        {isAdmin && (
          <HTMLSelect
            aria-label={t('team.title')}
            value={showsAll ? 'all' : ''}
            options={[
              { value: '', label: t('team.mine') },
              { value: 'all', label: t('team.all') },
            ]}
            onChange={event => table.setFilters({ of: event.currentTarget.value })}
          />
        )}
        <AddButton text={t('team.create')} onAdd={form.add} />
        <RefreshButton onRefresh={refresh} />
      </div>
      {showsAll ? <AllTeams table={table} /> : <MyTeams onAdd={form.add} />}
      {form.isOpen && <NewTeamDialog onClose={form.close} onDone={id => void navigate(`/team/${id}`)} />}
    </>
  );
}
