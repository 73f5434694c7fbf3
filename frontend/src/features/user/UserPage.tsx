import { H3, HTMLSelect } from '@blueprintjs/core';
import { Role, type AdminUser } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnerBudgets } from '../../base/budget/OwnerBudgets';
import { useAppSelector } from '../../base/store-hooks';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { SavedFilters } from '../../base/saved-filters/SavedFilters';
import { AddButton } from '../../shared/table/AddButton';
import { countFilters } from '../../shared/table/count-filters';
import { FilterFold } from '../../shared/table/FilterFold';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { shownRows } from '../../shared/table/shown-rows';
import { useFormAddresses } from '../../shared/table/use-form-addresses';
import { useTableState, type TableState } from '../../shared/table/use-table-state';
import { useListGroupsQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { QuotaDialog } from './QuotaDialog';
import { useListUsersQuery } from './user-admin-api';
import { userColumns } from './user-columns';
import { type UserDeed } from './user-rights';
import { UserCreateDrawer } from './UserCreateDrawer';
import { UserEditDrawer } from './UserEditDrawer';
import { UserQuestion } from './UserQuestion';

const noFilters = { keyword: '', group: '' };
const noGroups: readonly string[] = [];
const paths = { table: '/user', create: '/user/edit', edit: '/user/edit' };
const nobody = { id: 0, role: Role.Guest };

/** An action chosen for a user that has a dialog; the edit form has an address instead. */
interface Pending {
  readonly user: AdminUser;
  readonly deed: Exclude<UserDeed, 'edit'>;
}

interface ToolbarProps {
  readonly table: TableState<typeof noFilters>;
  readonly onAdd: () => void;
  readonly onRefresh: () => void;
}

function Toolbar({ table, onAdd, onRefresh }: ToolbarProps) {
  const { t } = useTranslation();
  const { filters, setFilters } = table;
  const { data: known = noGroups } = useListGroupsQuery();
  // The chosen group stays visible even when it was removed or is not loaded yet.
  const groups = [...new Set([...known, filters.group])].filter(name => name !== '');
  return (
    <FilterFold
      count={countFilters(table.chosenFilters)}
      beside={
        <>
          <SavedFilters list="user" table={table} />
          <AddButton text={t('user.add')} onAdd={onAdd} />
          <RefreshButton onRefresh={onRefresh} />
        </>
      }
    >
      <SearchInput label={t('user.search')} value={filters.keyword} onCommit={keyword => setFilters({ keyword })} />
      <HTMLSelect
        aria-label={t('user.groups')}
        value={filters.group}
        options={[{ value: '', label: t('user.all_groups') }, ...groups]}
        onChange={event => setFilters({ group: event.currentTarget.value })}
      />
    </FilterFold>
  );
}

function PendingDialog({ user, deed, onClose }: Pending & { readonly onClose: () => void }) {
  if (deed === 'budget') {
    return <OwnerBudgets scope="user" ownerId={user.id} name={user.username} onClose={onClose} />;
  }
  if (deed === 'quota') return <QuotaDialog user={user} onClose={onClose} />;
  return <UserQuestion user={user} deed={deed} onClose={onClose} />;
}

/** The page of the accounts: search, table, forms and the other actions of administrators on users. */
export function UserPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const reader = useAppSelector(state => state.session.user) ?? nobody;
  const table = useTableState(noFilters);
  const { page, size, filters } = table;
  const list = shownRows(useListUsersQuery({ page, size, ...filters }));
  const { open, showCreate, showEdit, close } = useFormAddresses(paths);
  const [pending, setPending] = useState<Pending | null>(null);
  const columns = userColumns({
    t,
    display: status,
    reader,
    onDeed: (user, deed) => (deed === 'edit' ? showEdit(user.id) : setPending({ user, deed })),
  });
  useListKeys({ onNew: showCreate, onReload: list.refresh });

  return (
    <>
      <H3 className="page-title">{t('user.title')}</H3>
      <Toolbar table={table} onAdd={showCreate} onRefresh={list.refresh} />
      <PagedTable
        label={t('user.title')}
        columns={columns}
        list={list}
        pages={table}
        keyOf={user => user.id}
        nameOf={user => user.username}
        emptyText={table.showAll ? t('user.none_found') : t('user.empty')}
        isMuted={user => user.DeletedAt !== null}
      />
      {open?.kind === 'create' && <UserCreateDrawer onClose={close} />}
      {open?.kind === 'edit' && <UserEditDrawer key={open.id} id={open.id} onClose={close} />}
      {pending && <PendingDialog {...pending} onClose={() => setPending(null)} />}
    </>
  );
}
