import { type BudgetView } from '@contracts';
import { type TFunction } from 'i18next';
import { BudgetButtons, BudgetTermsText } from '../../base/budget/BudgetRows';
import { BudgetSpent } from '../../base/budget/BudgetSpent';
import { ownerText, resetText, roundMoney } from '../../base/budget/budget-words';
import { type QuotaDisplay } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';

interface BudgetColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly onEdit: (budget: BudgetView) => void;
  readonly onRemove: (budget: BudgetView) => void;
  /** Whether the reader may change a budget. */
  readonly mayChange: (budget: BudgetView) => boolean;
}

/** The columns of the budgets. */
export function budgetColumns({
  t,
  display,
  mayChange,
  ...actions
}: BudgetColumnsContext): readonly Column<BudgetView>[] {
  return [
    {
      id: 'owner',
      header: t('budget.owner'),
      render: budget => (
        <span className="cell-wide">
          {ownerText(budget, t)}
          {(budget.scope === 'key' || budget.scope === 'member') && (
            <span className="user-other-name muted">{budget.username}</span>
          )}
        </span>
      ),
    },
    { id: 'terms', header: t('budget.terms'), render: budget => <BudgetTermsText budget={budget} /> },
    { id: 'spent', header: t('budget.spent'), render: budget => <BudgetSpent budget={budget} /> },
    {
      id: 'left',
      header: t('budget.left_short'),
      isNumeric: true,
      render: budget => roundMoney(budget.remain_quota, display),
    },
    { id: 'reset', header: t('budget.reset'), render: budget => resetText(budget, t) },
    {
      id: 'actions',
      header: t('common.actions'),
      render: budget =>
        mayChange(budget) ? (
          <BudgetButtons budget={budget} {...actions} />
        ) : (
          <span className="muted">{t('budget.of_administrator')}</span>
        ),
    },
  ];
}
