import { Button, Card, H5, Intent, Tag } from '@blueprintjs/core';
import { ArrowDown, ArrowUp } from '@blueprintjs/icons';
import { type SubscriptionView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { formatTime } from '../../shared/format/time';
import { useStatus } from '../site/use-status';
import { ErrorState } from '../../shared/display/states';
import { useCancelPlanMutation, useListOwnPlansQuery, useOrderPlansMutation } from './plan-api';
import { priceText } from './plan-words';
import { PlanLeft } from './PlanLeft';
import '../../styles/plan.css';

const nobody: readonly SubscriptionView[] = [];

/** When the period ends and what comes then. */
function PlanEnd({ plan }: { readonly plan: SubscriptionView }) {
  const { t } = useTranslation();
  const time = formatTime(plan.period_end);
  if (plan.state === 'past_due') return <span className="muted">{t('plan.top_up_due')}</span>;
  return (
    <span className="muted">
      {t(plan.state === 'cancelled' ? 'plan.cancelled_until' : 'plan.resets', { time })}
      {plan.next_plan !== '' && ` · ${t('plan.next', { name: plan.next_plan })}`}
      {plan.prepaid_periods > 0 && ` · ${t('plan.paid_until', { count: plan.prepaid_periods })}`}
    </span>
  );
}

/** Cancels a plan, or takes that back. */
function CancelButton({ plan }: { readonly plan: SubscriptionView }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [cancelPlan, { isLoading }] = useCancelPlanMutation();
  const { id, name } = plan;
  if (plan.is_cancelled) {
    return (
      <Button
        size="small"
        loading={isLoading}
        text={t('plan.keep')}
        aria-label={t('plan.keep_of', { name })}
        onClick={() => void announce(cancelPlan({ id, isCancelled: false }))}
      />
    );
  }
  const isDue = plan.state === 'past_due';
  return (
    <ConfirmButton
      size="small"
      variant="outlined"
      loading={isLoading}
      text={t('plan.cancel')}
      aria-label={t('plan.cancel_of', { name })}
      question={t('plan.cancel_question', { name })}
      warning={isDue ? t('plan.cancel_warning_due') : t('plan.cancel_warning', { time: formatTime(plan.period_end) })}
      confirmLabel={t('plan.cancel_confirm')}
      onConfirm={() => void announce(cancelPlan({ id, isCancelled: true }))}
    />
  );
}

interface OrderButtonsProps {
  readonly plans: readonly SubscriptionView[];
  readonly at: number;
}

/** Moves a plan before or behind its neighbour. */
function OrderButtons({ plans, at }: OrderButtonsProps) {
  const { t } = useTranslation();
  const [orderPlans, { isLoading }] = useOrderPlansMutation();
  const name = plans[at]?.name ?? '';
  const move = (to: number) => {
    const ids = plans.map(({ id }) => id);
    const [moved] = ids.splice(at, 1);
    if (moved !== undefined) ids.splice(to, 0, moved);
    void orderPlans(ids);
  };
  if (plans.length < 2) return null;
  return (
    <span className="cell-actions">
      <Button
        size="small"
        variant="minimal"
        icon={<ArrowUp />}
        disabled={at === 0 || isLoading}
        aria-label={t('plan.up', { name })}
        onClick={() => move(at - 1)}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<ArrowDown />}
        disabled={at === plans.length - 1 || isLoading}
        aria-label={t('plan.down', { name })}
        onClick={() => move(at + 1)}
      />
    </span>
  );
}

/** The reader's own plans in their order of use: what is left of each, and when it begins anew. */
export function OwnPlans({ isHiddenWhenEmpty = false }: { readonly isHiddenWhenEmpty?: boolean }) {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: plans = nobody, isLoading, isError, refetch } = useListOwnPlansQuery();
  if (isHiddenWhenEmpty && plans.length === 0) return null;
  return (
    <Card className="block">
      <H5>{t('plan.mine')}</H5>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!isLoading && !isError && plans.length === 0 && <p className="muted">{t('plan.none_held')}</p>}
      <ul className="plan-rows">
        {plans.map((plan, at) => (
          <li key={plan.id} className="plan-row">
            <span className="plan-row-name">
              <strong>{plan.name}</strong> <span className="muted">{priceText(plan, status, t)}</span>{' '}
              {plan.state !== 'active' && (
                <Tag minimal intent={plan.state === 'past_due' ? Intent.DANGER : Intent.NONE}>
                  {t(`plan.state_${plan.state}`)}
                </Tag>
              )}
            </span>
            <span className="plan-row-left">
              <PlanLeft plan={plan} />
            </span>
            <PlanEnd plan={plan} />
            <OrderButtons plans={plans} at={at} />
            <CancelButton plan={plan} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
