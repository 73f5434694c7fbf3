import { Intent, ProgressBar } from '@blueprintjs/core';
import { type BudgetView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../site/use-status';
import { roundMoney, spentOfText } from './budget-words';
import '../../styles/budget.css';

const NEARLY = 0.8;

function intentOf(share: number): Intent {
  if (share >= 1) return Intent.DANGER;
  return share >= NEARLY ? Intent.WARNING : Intent.PRIMARY;
}

/** What was spent of a budget in its present period, as a bar and as money. */
export function BudgetSpent({ budget }: { readonly budget: BudgetView }) {
  const { t } = useTranslation();
  const status = useStatus();
  const { used_quota: used, granted_quota: granted, remain_quota: left } = budget;
  const share = granted > 0 ? Math.max(0, used) / granted : 1;
  const spent = spentOfText(used, granted, status, t);
  return (
    <span className="budget-spent" title={t('budget.left', { left: roundMoney(left, status) })}>
      <ProgressBar
        value={Math.min(1, share)}
        intent={intentOf(share)}
        animate={false}
        stripes={false}
        aria-label={spent}
      />
      <span className="budget-figures">{spent}</span>
    </span>
  );
}
