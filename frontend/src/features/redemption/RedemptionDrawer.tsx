import { REDEMPTION_COUNT_MAX, REDEMPTION_NAME_MAX, type PlanView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { NumberField, SelectField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { QuotaPresets } from '../../shared/form/Presets';
import { formatCurrency } from '../../shared/format/quota';
import { useListPlansQuery } from '../../base/plan/plan-api';
import { useStatus } from '../../base/site/use-status';
import { useRedemptionForm, type RedemptionForm, type RedemptionFormOptions } from './use-redemption-form';

const noPlans: readonly PlanView[] = [];

function QuotaField({ form: { draft, set, faultText } }: { readonly form: RedemptionForm }) {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <NumberField
      label={t('redemption.quota_units')}
      helper={
        <>
          {t('redemption.quota_hint', { amount: formatCurrency(Number(draft.quota) || 0, status) })}
          <QuotaPresets status={status} onTake={units => set({ quota: String(units) })} />
        </>
      }
      fault={faultText('quota')}
      isRequired
      min={1}
      value={draft.quota}
      onChange={quota => set({ quota })}
    />
  );
}

/** What new codes are worth: quota, or periods of a plan. */
function WorthFields({ form: { draft, set, faultText } }: { readonly form: RedemptionForm }) {
  const { t } = useTranslation();
  const { data: plans = noPlans } = useListPlansQuery();
  if (plans.length === 0) return null;
  return (
    <div className="form-grid">
      <SelectField
        label={t('redemption.worth')}
        value={String(draft.planId)}
        options={[
          { value: '0', label: t('redemption.worth_quota') },
          ...plans.map(({ id, name }) => ({ value: String(id), label: t('redemption.worth_plan', { name }) })),
        ]}
        onChange={id => set({ planId: Number(id) })}
      />
      {draft.planId > 0 && (
        <NumberField
          label={t('redemption.periods')}
          fault={faultText('periods')}
          isRequired
          min={1}
          value={draft.periods}
          onChange={periods => set({ periods })}
        />
      )}
    </div>
  );
}

/** The form of one code, or of several new ones. It is mounted each time it opens. */
export function RedemptionDrawer(options: RedemptionFormOptions) {
  const { t } = useTranslation();
  const { code, onDone } = options;
  const form = useRedemptionForm(options);
  const { draft, set, faultText } = form;
  return (
    <FormDrawer
      isOpen
      title={code ? t('redemption.edit_title', { name: code.name }) : t('redemption.add')}
      isBusy={form.isBusy}
      onSubmit={() => void form.submit()}
      onClose={onDone}
      kept={form.kept}
    >
      <TextField
        label={t('redemption.name')}
        helper={t('redemption.name_hint')}
        fault={faultText('name')}
        isRequired
        maxLength={REDEMPTION_NAME_MAX}
        autoFocus
        value={draft.name}
        onChange={name => set({ name })}
      />
      {!code && <WorthFields form={form} />}
      {draft.planId === 0 && <QuotaField form={form} />}
      {!code && (
        <NumberField
          label={t('redemption.count')}
          helper={t('redemption.count_hint', { max: REDEMPTION_COUNT_MAX })}
          fault={faultText('count')}
          isRequired
          min={1}
          value={draft.count}
          onChange={count => set({ count })}
        />
      )}
    </FormDrawer>
  );
}
