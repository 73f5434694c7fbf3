import { PLAN_GIFT_PERIODS_MAX, type PlanView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGivePlanMutation, useListPlansQuery } from '../../base/plan/plan-api';
import { ownTimeZone } from '../../base/plan/plan-words';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { notices } from '../../shared/dialog/notices';
import { NumberField, SelectField, TextField } from '../../shared/form/fields';

const noPlans: readonly PlanView[] = [];

function isPeriods(text: string): boolean {
  const periods = Number(text);
  return Number.isInteger(periods) && periods >= 1 && periods <= PLAN_GIFT_PERIODS_MAX;
}

/** Gives a plan to somebody, for a number of periods. */
export function GiveDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { data: plans = noPlans } = useListPlansQuery();
  const [givePlan, { isLoading }] = useGivePlanMutation();
  const [username, setUsername] = useState('');
  const [planId, setPlanId] = useState(0);
  const [periods, setPeriods] = useState('1');
  const [isChecked, setChecked] = useState(false);
  const chosen = planId || (plans[0]?.id ?? 0);
  const submit = async () => {
    setChecked(true);
    if (username.trim() === '' || !isPeriods(periods)) return;
    const gift = { plan_id: chosen, username: username.trim(), periods: Number(periods), time_zone: ownTimeZone() };
    const { error } = await givePlan(gift);
    if (error) return; // the listener shows the error; the form stays open
    notices.success(t('plan.given'));
    onClose();
  };
  return (
    <FormDialog
      title={t('plan.give')}
      action={t('plan.give')}
      isBusy={isLoading}
      canOutsideClickClose
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('plan.username')}
        fault={isChecked && username.trim() === '' ? t('plan.fault_username') : undefined}
        isRequired
        autoFocus
        value={username}
        onChange={setUsername}
      />
      <SelectField
        label={t('plan.plan')}
        value={String(chosen)}
        options={plans.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={id => setPlanId(Number(id))}
      />
      <NumberField
        label={t('plan.periods')}
        helper={t('plan.periods_hint')}
        fault={isChecked && !isPeriods(periods) ? t('plan.fault_periods', { max: PLAN_GIFT_PERIODS_MAX }) : undefined}
        min={1}
        value={periods}
        onChange={setPeriods}
      />
    </FormDialog>
  );
}
