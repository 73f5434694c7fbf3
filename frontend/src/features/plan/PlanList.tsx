import { type PlanView } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useListPlansQuery, useRemovePlanMutation } from '../../base/plan/plan-api';
import { useStatus } from '../../base/site/use-status';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { pageOf } from '../../shared/format/list';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { AddButton } from '../../shared/table/AddButton';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { shownRows } from '../../shared/table/shown-rows';
import { useRowForm } from '../../shared/table/use-row-form';
import { useTableState } from '../../shared/table/use-table-state';
import { planColumns } from './plan-columns';
import { PlanDrawer } from './PlanDrawer';

const noFilters = {};

/** The plans of the site, for administrators. */
export function PlanList() {
  const { t } = useTranslation();
  const display = useStatus();
  const announce = useAnnounce();
  const table = useTableState(noFilters);
  const { page, size } = table;
  const query = useListPlansQuery();
  const { data } = query;
  const shown = useMemo(() => data && pageOf(data, { page, size }), [data, page, size]);
  const list = shownRows({ ...query, data: shown, currentData: shown });
  const [removePlan] = useRemovePlanMutation();
  const form = useRowForm<PlanView>();
  const { edit, add } = form;
  const columns = useMemo(
    () => planColumns({ t, display, onEdit: edit, onRemove: ({ id }) => void announce(removePlan(id)) }),
    [t, display, edit, announce, removePlan],
  );
  useListKeys({ onNew: add, onReload: list.refresh });
  return (
    <>
      <div className="toolbar">
        <AddButton text={t('plan.add')} onAdd={add} />
        <RefreshButton onRefresh={list.refresh} />
      </div>
      <PagedTable
        label={t('plan.plans')}
        columns={columns}
        list={list}
        pages={table}
        keyOf={plan => plan.id}
        nameOf={plan => plan.name}
        emptyText={t('plan.empty')}
        add={{ text: t('plan.add'), onAdd: add }}
      />
      {form.isOpen && <PlanDrawer plan={form.row} onClose={form.close} />}
    </>
  );
}
