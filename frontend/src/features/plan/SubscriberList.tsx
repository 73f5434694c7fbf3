import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndSubscriptionMutation, useListSubscriptionsQuery } from '../../base/plan/plan-api';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { AddButton } from '../../shared/table/AddButton';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { shownRows } from '../../shared/table/shown-rows';
import { useTableState } from '../../shared/table/use-table-state';
import { GiveDialog } from './GiveDialog';
import { subscriberColumns } from './plan-columns';

const noFilters = {};

/** The people who have plans, for administrators. */
export function SubscriberList() {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const table = useTableState(noFilters);
  const { page, size } = table;
  const list = shownRows(useListSubscriptionsQuery({ page, size }));
  const [endSubscription] = useEndSubscriptionMutation();
  const [isGiving, setGiving] = useState(false);
  const columns = useMemo(
    () => subscriberColumns({ t, onEnd: ({ id }) => void announce(endSubscription(id)) }),
    [t, announce, endSubscription],
  );
  const give = () => setGiving(true);
  useListKeys({ onNew: give, onReload: list.refresh });
  return (
    <>
      <div className="toolbar">
        <AddButton text={t('plan.give')} onAdd={give} />
        <RefreshButton onRefresh={list.refresh} />
      </div>
      <PagedTable
        label={t('plan.subscribers')}
        columns={columns}
        list={list}
        pages={table}
        keyOf={({ id }) => id}
        nameOf={({ username, name }) => `${username} ${name}`}
        emptyText={t('plan.none_sold')}
      />
      {isGiving && <GiveDialog onClose={() => setGiving(false)} />}
    </>
  );
}
