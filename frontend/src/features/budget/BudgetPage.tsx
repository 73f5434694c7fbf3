import { H3 } from '@blueprintjs/core';
import { Role } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../base/store-hooks';
import { AllBudgets } from './AllBudgets';
import { OwnBudgets } from './OwnBudgets';

/** The page of the budgets: those of everybody for administrators, those that apply to them for everybody else. */
export function BudgetPage() {
  const { t } = useTranslation();
  const isAdmin = useAppSelector(state => state.session.user?.role ?? Role.Guest) >= Role.Admin;
  return (
    <>
      <H3 className="page-title">{t('shell.budgets')}</H3>
      <p className="muted">{t(isAdmin ? 'budget.intro' : 'budget.intro_own')}</p>
      {isAdmin ? <AllBudgets /> : <OwnBudgets />}
    </>
  );
}
