import { Button, Tag } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { type BudgetView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { useStatus } from '../site/use-status';
import { BudgetSpent } from './BudgetSpent';
import { resetText, termsText } from './budget-words';
import '../../styles/budget.css';

interface BudgetButtonsProps {
  readonly budget: BudgetView;
  readonly onEdit: (budget: BudgetView) => void;
  readonly onRemove: (budget: BudgetView) => void;
}

/** What may be done with a budget. */
export function BudgetButtons({ budget, onEdit, onRemove }: BudgetButtonsProps) {
  const { t } = useTranslation();
  const terms = termsText(budget, useStatus(), t);
  return (
    <span className="cell-actions">
      <Button
        size="small"
        variant="minimal"
        icon={<Edit />}
        aria-label={t('budget.edit_of', { terms })}
        title={t('common.edit')}
        onClick={() => onEdit(budget)}
      />
      <DeleteButton
        label={t('budget.remove_of', { terms })}
        question={t('budget.remove_question', { terms })}
        warning={t('budget.remove_warning')}
        onConfirm={() => onRemove(budget)}
      />
    </span>
  );
}

/** The terms of a budget, and that it only tells where it refuses nobody. */
export function BudgetTermsText({ budget }: { readonly budget: BudgetView }) {
  const { t } = useTranslation();
  return (
    <span className="cluster">
      {termsText(budget, useStatus(), t)}
      {!budget.is_hard && <Tag minimal>{t('budget.soft')}</Tag>}
      {budget.carries_over && <Tag minimal>{t('budget.carried')}</Tag>}
    </span>
  );
}

interface BudgetRowsProps extends Omit<BudgetButtonsProps, 'budget'> {
  readonly budgets: readonly BudgetView[];
  /** Whether the reader may change a budget. */
  readonly mayChange: (budget: BudgetView) => boolean;
}

/** The budgets of one key, user or group, one below the other. */
export function BudgetRows({ budgets, mayChange, ...actions }: BudgetRowsProps) {
  const { t } = useTranslation();
  return (
    <ul className="budget-rows">
      {budgets.map(budget => (
        <li key={budget.id} className="budget-row">
          <BudgetTermsText budget={budget} />
          <BudgetSpent budget={budget} />
          <span className="muted">{t('budget.resets', { time: resetText(budget, t) })}</span>
          {mayChange(budget) ? (
            <BudgetButtons budget={budget} {...actions} />
          ) : (
            <span className="muted">{t('budget.of_administrator')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
