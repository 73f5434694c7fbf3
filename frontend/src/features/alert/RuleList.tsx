import { type AlertRuleView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { AddButton } from '../../shared/table/AddButton';
import { DataTable } from '../../shared/table/DataTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { shownRows } from '../../shared/table/shown-rows';
import { useRowForm } from '../../shared/table/use-row-form';
import { useStatus } from '../../base/site/use-status';
import {
  useDeleteAlertRuleMutation,
  useEditAlertRuleMutation,
  useListAlertReceiversQuery,
  useListAlertRulesQuery,
} from './alert-api';
import { ruleName } from './alert-names';
import { ruleColumns, type RuleActions } from './rule-columns';
import { RuleDrawer } from './RuleDrawer';
import { RuleTestDialog } from './RuleTestDialog';

function useRuleActions(edit: RuleActions['edit'], test: RuleActions['test']): RuleActions {
  const announce = useAnnounce();
  const [editRule] = useEditAlertRuleMutation();
  const [deleteRule] = useDeleteAlertRuleMutation();
  return useMemo(
    () => ({
      edit,
      test,
      toggle: rule => void announce(editRule({ ...rule, enabled: !rule.enabled })),
      remove: ({ id }) => void announce(deleteRule(id)),
    }),
    [edit, test, editRule, deleteRule, announce],
  );
}

/** The rules, and the form of one. */
export function RuleList() {
  const { t, i18n } = useTranslation();
  const status = useStatus();
  const list = shownRows(useListAlertRulesQuery());
  const { data: receivers } = useListAlertReceiversQuery();
  const { add, ...form } = useRowForm<AlertRuleView>();
  const [tested, setTested] = useState<AlertRuleView | null>(null);
  const actions = useRuleActions(form.edit, setTested);
  const columns = useMemo(
    () => ruleColumns({ t, language: i18n.language, display: status, receivers: receivers?.rows ?? [], actions }),
    [t, i18n.language, status, receivers, actions],
  );
  useListKeys({ onNew: add, onReload: list.refresh });
  return (
    <>
      <div className="toolbar">
        <AddButton text={t('alert.add_rule')} onAdd={add} />
        <RefreshButton onRefresh={list.refresh} />
      </div>
      <DataTable
        label={t('alert.tab_rules')}
        columns={columns}
        rows={list.rows}
        isFetching={list.isFetching}
        hasFailed={list.hasFailed}
        onRetry={list.refresh}
        keyOf={rule => rule.id}
        nameOf={rule => ruleName(rule, i18n.language)}
        emptyText={t('alert.no_rules')}
        isMuted={({ enabled }) => !enabled}
      />
      {form.isOpen && <RuleDrawer rule={form.row} receivers={receivers?.rows ?? []} onDone={form.close} />}
      {tested && <RuleTestDialog rule={tested} receivers={receivers?.rows ?? []} onClose={() => setTested(null)} />}
    </>
  );
}
