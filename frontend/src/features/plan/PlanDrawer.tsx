import {
  PLAN_DESCRIPTION_MAX,
  PLAN_NAME_MAX,
  PLAN_TRIAL_DAYS_MAX,
  planOverages,
  planPeriods,
  type PlanOverage,
  type PlanPeriod,
  type PlanView,
} from '@contracts';
import { useTranslation } from 'react-i18next';
import { allowanceText, priceText } from '../../base/plan/plan-words';
import { useListGroupsQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { AreaField, NumberField, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { TagPicker } from '../../shared/form/TagPicker';
import { findPlanFault, toPlanEdit } from './plan-draft';
import { usePlanForm } from './use-plan-form';

type Form = ReturnType<typeof usePlanForm>;

const noNames: readonly string[] = [];

/** Price and allowance, with what they mean in words below. */
function MoneyFields({ form: { draft, fault, set } }: { readonly form: Form }) {
  const { t } = useTranslation();
  const status = useStatus();
  const said = findPlanFault({ ...draft, name: '-' }, status) === null ? toPlanEdit(draft, status) : null;
  return (
    <div className="form-grid">
      <NumberField
        label={t('plan.price')}
        helper={said ? priceText(said, status, t) : t('plan.price_hint')}
        fault={fault === 'price' ? t('plan.fault_price') : undefined}
        unit="$"
        min={0}
        step="any"
        value={draft.price}
        onChange={price => set({ price })}
      />
      <SelectField
        label={t('plan.period')}
        value={draft.period}
        options={planPeriods.map(period => ({ value: period, label: t(`plan.period_${period}`) }))}
        onChange={period => set({ period: period as PlanPeriod })} // the options are all periods
      />
      <NumberField
        label={t('plan.quota')}
        helper={said ? allowanceText(said, status, t) : t('plan.quota_hint')}
        fault={fault === 'quota' ? t('plan.fault_quota') : undefined}
        unit="$"
        min={0}
        step="any"
        value={draft.quota}
        onChange={quota => set({ quota })}
      />
      <SelectField
        label={t('plan.overage')}
        value={draft.overage}
        options={planOverages.map(overage => ({ value: overage, label: t(`plan.overage_${overage}`) }))}
        onChange={overage => set({ overage: overage as PlanOverage })} // the options are all there are
      />
    </div>
  );
}

/** Which calls the plan pays, how long it may be tried, and where it stands. */
function ScopeFields({ form: { draft, fault, set } }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { data: groups = noNames } = useListGroupsQuery();
  return (
    <>
      <TagPicker
        label={t('plan.models')}
        helper={t('plan.models_hint')}
        values={draft.models}
        options={noNames}
        isOpenEnded
        onChange={models => set({ models })}
      />
      <TagPicker
        label={t('plan.groups')}
        helper={t('plan.groups_hint')}
        values={draft.groups}
        options={groups}
        onChange={names => set({ groups: names })}
      />
      <NumberField
        label={t('plan.trial_days')}
        helper={t('plan.trial_hint')}
        fault={fault === 'trial' ? t('plan.fault_trial', { max: PLAN_TRIAL_DAYS_MAX }) : undefined}
        min={0}
        value={draft.trialDays}
        onChange={trialDays => set({ trialDays })}
      />
      <NumberField
        label={t('plan.order')}
        helper={t('plan.order_hint')}
        value={draft.order}
        onChange={order => set({ order })}
      />
    </>
  );
}

/** The form of a plan. It is mounted each time it opens. */
export function PlanDrawer({ plan, onClose }: { readonly plan: PlanView | null; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = usePlanForm(plan, onClose);
  const { draft, fault, set } = form;
  return (
    <FormDrawer
      isOpen
      title={plan ? t('plan.edit_of', { name: plan.name }) : t('plan.add')}
      isBusy={form.isBusy}
      onSubmit={() => void form.submit()}
      onClose={onClose}
      kept={form.kept}
    >
      <TextField
        label={t('plan.name')}
        fault={fault === 'name' ? t('plan.fault_name', { max: PLAN_NAME_MAX }) : undefined}
        isRequired
        maxLength={PLAN_NAME_MAX}
        autoFocus
        value={draft.name}
        onChange={name => set({ name })}
      />
      <MoneyFields form={form} />
      <AreaField
        label={t('plan.description')}
        rows={2}
        value={draft.description}
        onChange={description => set({ description: description.slice(0, PLAN_DESCRIPTION_MAX) })}
      />
      <ScopeFields form={form} />
      <SwitchField label={t('plan.on_sale')} isOn={draft.isOnSale} onChange={isOnSale => set({ isOnSale })} />
    </FormDrawer>
  );
}
