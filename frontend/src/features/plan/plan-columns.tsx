import { Button, Intent, Tag } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { type PlanView, type SubscriptionView } from '@contracts';
import { type TFunction } from 'i18next';
import { allowanceText, priceText } from '../../base/plan/plan-words';
import { PlanLeft } from '../../base/plan/PlanLeft';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { type QuotaDisplay } from '../../shared/format/quota';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';

interface PlanColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly onEdit: (plan: PlanView) => void;
  readonly onRemove: (plan: PlanView) => void;
}

/** The columns of the plans. */
export function planColumns({ t, display, onEdit, onRemove }: PlanColumnsContext): readonly Column<PlanView>[] {
  return [
    {
      id: 'name',
      header: t('plan.name'),
      render: ({ name, is_on_sale: isOnSale }) => (
        <span className="cluster">
          {name}
          {!isOnSale && <Tag minimal>{t('plan.not_on_sale')}</Tag>}
        </span>
      ),
    },
    { id: 'price', header: t('plan.price'), render: plan => priceText(plan, display, t) },
    { id: 'quota', header: t('plan.quota'), render: plan => allowanceText(plan, display, t) },
    {
      id: 'models',
      header: t('plan.models'),
      render: ({ models }) => (
        <span className="cell-wide">{models.length === 0 ? t('plan.all_models') : models.join(', ')}</span>
      ),
    },
    { id: 'overage', header: t('plan.overage'), render: plan => t(`plan.overage_${plan.overage}`) },
    { id: 'people', header: t('plan.people'), isNumeric: true, render: plan => plan.subscribers },
    {
      id: 'actions',
      header: t('common.actions'),
      render: plan => (
        <span className="cell-actions">
          <Button
            size="small"
            variant="minimal"
            icon={<Edit />}
            aria-label={t('plan.edit_of', { name: plan.name })}
            title={t('common.edit')}
            onClick={() => onEdit(plan)}
          />
          <DeleteButton
            label={t('plan.remove_of', { name: plan.name })}
            question={t('plan.remove_question', { name: plan.name })}
            warning={t('plan.remove_warning')}
            onConfirm={() => onRemove(plan)}
          />
        </span>
      ),
    },
  ];
}

interface SubscriberColumnsContext {
  readonly t: TFunction;
  readonly onEnd: (subscription: SubscriptionView) => void;
}

/** The columns of the people who have plans. */
export function subscriberColumns({ t, onEnd }: SubscriberColumnsContext): readonly Column<SubscriptionView>[] {
  return [
    { id: 'username', header: t('plan.username'), render: ({ username, user_id: id }) => username || `#${id}` },
    { id: 'plan', header: t('plan.plan'), render: ({ name }) => name },
    {
      id: 'state',
      header: t('plan.state'),
      render: ({ state }) => (
        <Tag minimal intent={state === 'past_due' ? Intent.DANGER : Intent.NONE}>
          {t(`plan.state_${state}`)}
        </Tag>
      ),
    },
    { id: 'left', header: t('plan.quota'), render: plan => <PlanLeft plan={plan} /> },
    {
      id: 'end',
      header: t('plan.until'),
      render: ({ period_end: end }) => <TimeCell seconds={end} />,
    },
    {
      id: 'actions',
      header: t('common.actions'),
      render: plan => {
        const names = { plan: plan.name, name: plan.username || `#${plan.user_id}` };
        return (
          <DeleteButton
            label={t('plan.end_of', names)}
            question={t('plan.end_question', names)}
            warning={t('plan.end_warning')}
            onConfirm={() => onEnd(plan)}
            confirmLabel={t('common.confirm')}
          />
        );
      },
    },
  ];
}
