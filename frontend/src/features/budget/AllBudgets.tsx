import { HTMLSelect } from '@blueprintjs/core';
import { budgetScopes, type BudgetScope, type BudgetView } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useListBudgetsQuery, useRemoveBudgetMutation } from '../../base/budget/budget-api';
import { BudgetDialog } from '../../base/budget/BudgetDialog';
import { ownerText } from '../../base/budget/budget-words';
import { useStatus } from '../../base/site/use-status';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { AddButton } from '../../shared/table/AddButton';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { shownRows } from '../../shared/table/shown-rows';
import { useRowForm } from '../../shared/table/use-row-form';
import { useTableState } from '../../shared/table/use-table-state';
import { budgetColumns } from './budget-columns';
import { NewBudget } from './NewBudget';

const noFilters = { scope: '' };

function EditBudget({ budget, onClose }: { readonly budget: BudgetView; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { scope, owner_id: ownerId, group } = budget;
  const owner = { scope, ownerId, group, username: '', isOwn: false };
  return <BudgetDialog owner={owner} budget={budget} title={ownerText(budget, t)} onClose={onClose} />;
}

/** The budgets of everybody, for administrators. */
export function AllBudgets() {
  const { t } = useTranslation();
  const display = useStatus();
  const announce = useAnnounce();
  const table = useTableState(noFilters);
  const { page, size, filters, setFilters } = table;
  const scope = (budgetScopes as readonly string[]).includes(filters.scope) ? (filters.scope as BudgetScope) : '';
  const list = shownRows(useListBudgetsQuery({ page, size, scope }));
  const [removeBudget] = useRemoveBudgetMutation();
  const form = useRowForm<BudgetView>();
  const { edit, add } = form;
  const columns = useMemo(
    () =>
      budgetColumns({
        t,
        display,
        mayChange: () => true,
        onEdit: edit,
        onRemove: ({ id }) => void announce(removeBudget(id)),
      }),
    [t, display, edit, announce, removeBudget],
  );
  useListKeys({ onNew: add, onReload: list.refresh });
  return (
    <>
      <div className="toolbar">
        <HTMLSelect
          aria-label={t('budget.owner')}
          value={scope}
          options={[
            { value: '', label: t('budget.any_owner') },
            ...budgetScopes.map(value => ({ value, label: t(`budget.scope_${value}`) })),
          ]}
          onChange={event => setFilters({ scope: event.currentTarget.value })}
        />
        <AddButton text={t('budget.add')} onAdd={add} />
        <RefreshButton onRefresh={list.refresh} />
      </div>
      <PagedTable
        label={t('shell.budgets')}
        columns={columns}
        list={list}
        pages={table}
        keyOf={budget => budget.id}
        nameOf={budget => ownerText(budget, t)}
        emptyText={scope === '' ? t('budget.empty') : t('budget.none_found')}
        add={{ text: t('budget.add'), onAdd: add }}
      />
      {form.isOpen && form.row && <EditBudget budget={form.row} onClose={form.close} />}
      {form.isOpen && !form.row && <NewBudget onClose={form.close} />}
    </>
  );
}
