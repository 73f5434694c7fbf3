import { Button, H3, HTMLSelect, Intent } from '@blueprintjs/core';
import { Add, Refresh } from '@blueprintjs/icons';
import { Role, type AdminUser } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../app/store';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { SearchInput } from '../../shared/table/SearchInput';
import { useTableState } from '../../shared/table/use-table-state';
import { useListGroupsQuery } from '../site/site-api';
import { useStatus } from '../site/use-status';
import { QuotaDialog } from './QuotaDialog';
import { useUserAddresses } from './use-user-addresses';
import { useListUsersQuery } from './user-admin-api';
import { userColumns } from './user-columns';
import type { UserDeed } from './user-rights';
import { UserCreateDrawer } from './UserCreateDrawer';
import { UserEditDrawer } from './UserEditDrawer';
import { UserQuestion } from './UserQuestion';

const noFilters = { keyword: '', group: '' };
const noGroups: readonly string[] = [];
const nobody = { id: 0, role: Role.Guest };

/** A deed that was chosen for somebody and has a dialog; the edit form has an address instead. */
interface Pending {
  readonly user: AdminUser;
  readonly deed: Exclude<UserDeed, 'edit'>;
}

interface ToolbarProps {
  readonly filters: typeof noFilters;
  readonly onFilters: (changes: Partial<typeof noFilters>) => void;
  readonly onAdd: () => void;
  readonly onRefresh: () => void;
}

function Toolbar({ filters, onFilters, onAdd, onRefresh }: ToolbarProps) {
  const { t } = useTranslation();
  const { data: known = noGroups } = useListGroupsQuery();
  // The chosen group stays visible also when it is gone or not loaded yet.
  const groups = [...new Set([...known, filters.group])].filter(name => name !== '');
  return (
    <div className="toolbar">
      <SearchInput label={t('user.search')} value={filters.keyword} onCommit={keyword => onFilters({ keyword })} />
      <HTMLSelect
        aria-label={t('user.groups')}
        value={filters.group}
        options={[{ value: '', label: t('user.all_groups') }, ...groups]}
        onChange={event => onFilters({ group: event.currentTarget.value })}
      />
      <Button intent={Intent.PRIMARY} icon={<Add />} text={t('user.add')} onClick={onAdd} />
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

function PendingDialog({ user, deed, onClose }: Pending & { readonly onClose: () => void }) {
  if (deed === 'quota') return <QuotaDialog user={user} onClose={onClose} />;
  return <UserQuestion user={user} deed={deed} onClose={onClose} />;
}

/** The accounts of the site: search, table, forms and what else an administrator does about people. */
export function UserPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const reader = useAppSelector(state => state.session.user) ?? nobody;
  const { page, size, filters, setPage, setSize, setFilters } = useTableState(noFilters);
  const { data, isFetching, isError, refetch } = useListUsersQuery({ p: page - 1, page_size: size, ...filters });
  const { open, showCreate, showEdit, close } = useUserAddresses();
  const [pending, setPending] = useState<Pending | null>(null);
  const columns = userColumns({
    t,
    display: status,
    reader,
    onDeed: (user, deed) => (deed === 'edit' ? showEdit(user.id) : setPending({ user, deed })),
  });
  const isFiltered = filters.keyword !== '' || filters.group !== '';

  return (
    <>
      <H3 className="page-title">{t('user.title')}</H3>
      <Toolbar filters={filters} onFilters={setFilters} onAdd={showCreate} onRefresh={() => void refetch()} />
      <DataTable
        label={t('user.title')}
        columns={columns}
        rows={data?.rows}
        keyOf={user => user.id}
        nameOf={user => user.username}
        isFetching={isFetching}
        hasFailed={isError}
        onRetry={() => void refetch()}
        emptyText={isFiltered ? t('user.none_found') : t('user.empty')}
        isMuted={user => user.DeletedAt !== null}
      />
      <Pagination
        page={page}
        size={size}
        total={data?.total}
        rowCount={data?.rows.length ?? 0}
        onPage={setPage}
        onSize={setSize}
      />
      {open?.kind === 'create' && <UserCreateDrawer onClose={close} />}
      {open?.kind === 'edit' && <UserEditDrawer key={open.id} id={open.id} onClose={close} />}
      {pending && <PendingDialog {...pending} onClose={() => setPending(null)} />}
    </>
  );
}
