import { Button } from '@blueprintjs/core';
import { type PlanOffer, type SubscriptionView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyOf, roundMoney } from '../../base/budget/budget-words';
import { useChangePlanMutation, useGetPlanChangeQuery } from '../../base/plan/plan-api';
import { useStatus } from '../../base/site/use-status';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { SelectField } from '../../shared/form/fields';
import { formatTime } from '../../shared/format/time';
import { LoadingLines } from '../../shared/display/states';

interface ChangeProps {
  readonly offer: PlanOffer;
  /** The plans of the reader, one of which is changed. */
  readonly held: readonly SubscriptionView[];
}

/** What a change costs, when it comes, and what comes back. */
function ChangeCost({ plan, planId }: { readonly plan: SubscriptionView; readonly planId: number }) {
  const { t } = useTranslation();
  const status = useStatus();
  const { data } = useGetPlanChangeQuery({ id: plan.id, planId }, { refetchOnMountOrArgChange: true });
  if (!data) return <LoadingLines count={1} />;
  const price = moneyOf(data.price_quota, status);
  const credit = roundMoney(data.credit_quota, status);
  const { name } = plan;
  const time = formatTime(data.effective_time);
  return (
    <p>{data.is_now ? t('plan.change_now', { credit, price, name }) : t('plan.change_next', { time, price, name })}</p>
  );
}

function ChangeDialog({ offer, held, onClose }: ChangeProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [changePlan, { isLoading }] = useChangePlanMutation();
  const [chosen, setChosen] = useState(held[0]?.id ?? 0);
  const plan = held.find(({ id }) => id === chosen) ?? held[0];
  if (!plan) return null;
  const submit = async () => {
    if (await announce(changePlan({ id: plan.id, planId: offer.id }))) onClose();
  };
  return (
    <FormDialog
      title={t('plan.change_question', { before: plan.name, name: offer.name })}
      action={t('plan.change')}
      isBusy={isLoading}
      canOutsideClickClose
      onSubmit={submit}
      onClose={onClose}
    >
      {held.length > 1 && (
        <SelectField
          label={t('plan.change_what')}
          value={String(plan.id)}
          options={held.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={id => setChosen(Number(id))}
        />
      )}
      <ChangeCost plan={plan} planId={offer.id} />
    </FormDialog>
  );
}

/** Changes one of the reader's plans to the one that is offered, after it was said what that costs. */
export function ChangeButton({ offer, held }: ChangeProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" text={t('plan.change')} onClick={() => setOpen(true)} />
      {isOpen && <ChangeDialog offer={offer} held={held} onClose={() => setOpen(false)} />}
    </>
  );
}
