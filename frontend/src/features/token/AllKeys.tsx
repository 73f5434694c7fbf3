import { HTMLSelect } from '@blueprintjs/core';
import { TokenStatus, type AdminTokenView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnerBudgets } from '../../base/budget/OwnerBudgets';
import { useListGroupsQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { countFilters } from '../../shared/table/count-filters';
import { FilterFold } from '../../shared/table/FilterFold';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { shownRows } from '../../shared/table/shown-rows';
import { useTableState, type TableState } from '../../shared/table/use-table-state';
import { allKeysColumns, statusName } from './all-keys-columns';
import { useChangeKeyMutation, useListAllKeysQuery, useRevokeKeyMutation } from './all-keys-api';
import { KeyLimitsDialog } from './KeyLimitsDialog';

const noFilters = { username: '', keyword: '', status: '', group: '', unused: '' };
const noGroups: readonly string[] = [];
/** Days without use that can be chosen. */
const UNUSED_DAYS = [7, 30, 90, 365] as const;

interface ToolbarProps {
  readonly table: TableState<typeof noFilters>;
  readonly onRefresh: () => void;
}

function Toolbar({ table, onRefresh }: ToolbarProps) {
  const { t } = useTranslation();
  const { filters, setFilters } = table;
  const { data: known = noGroups } = useListGroupsQuery();
  // The chosen group stays visible even when it was removed or is not loaded yet.
  const groups = [...new Set([...known, filters.group])].filter(name => name !== '');
  const statuses = Object.values(TokenStatus).map(status => ({ value: status, label: statusName(status, t) }));
  const unused = UNUSED_DAYS.map(days => ({ value: days, label: t('token.unused_days', { count: days }) }));
  return (
    <FilterFold count={countFilters(table.chosenFilters)} beside={<RefreshButton onRefresh={onRefresh} />}>
      <SearchInput label={t('token.owner')} value={filters.username} onCommit={username => setFilters({ username })} />
      <SearchInput
        label={t('token.search_name')}
        value={filters.keyword}
        onCommit={keyword => setFilters({ keyword })}
      />
      <HTMLSelect
        aria-label={t('common.status')}
        value={filters.status}
        options={[{ value: '', label: t('token.any_status') }, ...statuses]}
        onChange={event => setFilters({ status: event.currentTarget.value })}
      />
      <HTMLSelect
        aria-label={t('token.group')}
        value={filters.group}
        options={[{ value: '', label: t('token.any_group') }, ...groups]}
        onChange={event => setFilters({ group: event.currentTarget.value })}
      />
      <HTMLSelect
        aria-label={t('token.accessed')}
        value={filters.unused}
        options={[{ value: '', label: t('token.any_use') }, ...unused]}
        onChange={event => setFilters({ unused: event.currentTarget.value })}
      />
    </FilterFold>
  );
}

/** The keys of everybody, for administrators: they see, limit, disable and revoke them, and never see a secret. */
export function AllKeys() {
  const { t } = useTranslation();
  const display = useStatus();
  const announce = useAnnounce();
  const table = useTableState(noFilters);
  const { page, size, filters } = table;
  const list = shownRows(useListAllKeysQuery({ page, size, ...filters }));
  const [changeKey] = useChangeKeyMutation();
  const [revokeKey] = useRevokeKeyMutation();
  const [limited, setLimited] = useState<AdminTokenView | null>(null);
  const [budgeted, setBudgeted] = useState<AdminTokenView | null>(null);
  const columns = useMemo(
    () =>
      allKeysColumns({
        t,
        display,
        actions: {
          limit: setLimited,
          budget: setBudgeted,
          setStatus: ({ id }, status) => void announce(changeKey({ id, status })),
          revoke: ({ id }) => void announce(revokeKey(id)),
        },
      }),
    [t, display, announce, changeKey, revokeKey],
  );
  useListKeys({ onReload: list.refresh });
  return (
    <>
      <Toolbar table={table} onRefresh={list.refresh} />
      <PagedTable
        label={t('token.all_keys')}
        columns={columns}
        list={list}
        pages={table}
        keyOf={token => token.id}
        nameOf={token => token.name}
        emptyText={t('token.none_found')}
        isMuted={token => token.status !== TokenStatus.Enabled}
      />
      {budgeted && (
        <OwnerBudgets scope="key" ownerId={budgeted.id} name={budgeted.name} onClose={() => setBudgeted(null)} />
      )}
      {limited && <KeyLimitsDialog token={limited} onClose={() => setLimited(null)} />}
    </>
  );
}
