import { REDEMPTION_COUNT_MAX, REDEMPTION_NAME_MAX } from '@contracts';
import { useTranslation } from 'react-i18next';
import { NumberField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { QuotaPresets } from '../../shared/form/Presets';
import { formatCurrency } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { useRedemptionForm, type RedemptionForm, type RedemptionFormOptions } from './use-redemption-form';

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
      <QuotaField form={form} />
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
