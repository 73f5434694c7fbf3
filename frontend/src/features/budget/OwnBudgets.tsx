import { type BudgetView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListOwnBudgetsQuery, useRemoveOwnBudgetMutation } from '../../base/budget/budget-api';
import { BudgetDialog } from '../../base/budget/BudgetDialog';
import { ownerText } from '../../base/budget/budget-words';
import { useStatus } from '../../base/site/use-status';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { pageOf } from '../../shared/format/list';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { shownRows } from '../../shared/table/shown-rows';
import { useTableState } from '../../shared/table/use-table-state';
import { budgetColumns } from './budget-columns';

const noFilters = {};

/** The budgets that apply to the reader. */
export function OwnBudgets() {
  const { t } = useTranslation();
  const display = useStatus();
  const announce = useAnnounce();
  const table = useTableState(noFilters);
  const { page, size } = table;
  const query = useListOwnBudgetsQuery();
  const { data } = query;
  const shown = useMemo(() => data && pageOf(data, { page, size }), [data, page, size]);
  const list = shownRows({ ...query, data: shown, currentData: shown });
  const [removeBudget] = useRemoveOwnBudgetMutation();
  const [edited, setEdited] = useState<BudgetView | null>(null);
  const columns = useMemo(
    () =>
      budgetColumns({
        t,
        display,
        mayChange: ({ is_own: isOwn }) => isOwn,
        onEdit: setEdited,
        onRemove: ({ id }) => void announce(removeBudget(id)),
      }),
    [t, display, announce, removeBudget],
  );
  useListKeys({ onReload: list.refresh });
  return (
    <>
      <div className="toolbar">
        <RefreshButton onRefresh={list.refresh} />
      </div>
      <PagedTable
        label={t('shell.budgets')}
        columns={columns}
        list={list}
        pages={table}
        keyOf={budget => budget.id}
        nameOf={budget => ownerText(budget, t)}
        emptyText={t('budget.empty_own')}
      />
      {edited && (
        <BudgetDialog
          owner={{ scope: 'key', ownerId: edited.owner_id, group: '', username: '', isOwn: true }}
          budget={edited}
          title={ownerText(edited, t)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
