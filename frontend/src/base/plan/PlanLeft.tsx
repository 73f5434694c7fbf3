import { Intent, ProgressBar } from '@blueprintjs/core';
import { type SubscriptionView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { moneyOf, roundMoney } from '../budget/budget-words';
import { useStatus } from '../site/use-status';
import '../../styles/plan.css';

const LITTLE = 0.2;

/** What is left of a plan in its present period, as a bar and as money. */
export function PlanLeft({ plan }: { readonly plan: SubscriptionView }) {
  const { t } = useTranslation();
  const status = useStatus();
  if (plan.quota === 0) {
    const used = roundMoney(plan.used_quota, status);
    return <span className="plan-figures">{t('plan.used_freely', { used })}</span>;
  }
  const share = plan.quota > 0 ? Math.max(0, plan.remain_quota) / plan.quota : 0;
  const said = t('plan.left_of', {
    left: roundMoney(Math.max(0, plan.remain_quota), status),
    granted: moneyOf(plan.quota, status),
  });
  return (
    <span className="plan-left">
      <ProgressBar
        value={Math.min(1, share)}
        intent={share < LITTLE ? Intent.WARNING : Intent.PRIMARY}
        animate={false}
        stripes={false}
        aria-label={said}
      />
      <span className="plan-figures">{said}</span>
    </span>
  );
}
