import { Checkbox, FormGroup } from '@blueprintjs/core';
import {
  ALERT_NAME_MAX,
  alertKindNames,
  alertKinds,
  alertSeverities,
  type AlertKindName,
  type AlertMeasure,
  type AlertReceiverView,
  type AlertScopeBy,
  type AlertSeverity,
  type AlertUnit,
} from '@contracts';
import { useTranslation } from 'react-i18next';
import { NumberField, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { TagPicker } from '../../shared/form/TagPicker';
import { formatCurrency } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { receiverName, ruleName, sentenceLanguage } from './alert-names';
import { formOf, kindDefaults, mayBeOpen } from './rule-form';
import { useRuleForm, type RuleForm, type RuleFormOptions } from './use-rule-form';

interface PartProps {
  readonly form: RuleForm;
}

function unitOf(unit: AlertUnit): string | undefined {
  switch (unit) {
    case 'percent':
      return '%';
    case 'ms':
      return 'ms';
    case 'hours':
      return 'h';
    default:
      return undefined;
  }
}

function KindField({ form: { draft, set }, isFixed }: PartProps & { readonly isFixed: boolean }) {
  const { t, i18n } = useTranslation();
  const language = sentenceLanguage(i18n.language);
  return (
    <SelectField
      label={t('alert.kind')}
      helper={t(`alert.hint_${draft.kind}`)}
      isDisabled={isFixed}
      value={draft.kind}
      options={alertKindNames.map(value => ({ value, label: alertKinds[value].title[language] }))}
      onChange={value => set(kindDefaults(value as AlertKindName))} // the options are names of kinds
    />
  );
}

/** The numbers that a kind has, and no others. */
function ConditionFields({ form: { draft, set, faultText } }: PartProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const { unit, measures, window, minimum } = formOf(draft.kind);
  const money = (text: string) => t('alert.equals', { amount: formatCurrency(Number(text) || 0, status) });
  return (
    <>
      {measures.length > 0 && (
        <SelectField
          label={t('alert.measure')}
          value={draft.measure}
          options={measures.map(value => ({ value, label: t(`alert.measure_${value}`) }))}
          onChange={value => set({ measure: value as AlertMeasure })} // one of the options
        />
      )}
      {unit !== 'none' && (
        <NumberField
          label={t('alert.threshold')}
          helper={unit === 'units' ? money(draft.threshold) : undefined}
          fault={faultText('threshold')}
          isRequired
          step={unit === 'money' ? 'any' : 1}
          unit={unitOf(unit)}
          value={draft.threshold}
          onChange={threshold => set({ threshold })}
        />
      )}
      {window && (
        <NumberField
          label={t('alert.window')}
          fault={faultText('window')}
          isRequired
          min={window.min}
          unit={t('alert.minutes')}
          value={draft.window}
          onChange={text => set({ window: text })}
        />
      )}
      {minimum && (
        <NumberField
          label={t(`alert.minimum_${minimum.unit}`)}
          helper={minimum.unit === 'units' ? money(draft.minimum) : t('alert.minimum_hint')}
          fault={faultText('minimum')}
          isRequired
          min={minimum.min}
          value={draft.minimum}
          onChange={text => set({ minimum: text })}
        />
      )}
    </>
  );
}

function ScopeFields({ form: { draft, set, faultText } }: PartProps) {
  const { t } = useTranslation();
  const { scopes } = formOf(draft.kind);
  if (scopes.length === 1) return null;
  return (
    <>
      <SelectField
        label={t('alert.scope')}
        value={draft.scopeBy}
        options={scopes.map(value => ({ value, label: t(`alert.scope_${value}`) }))}
        onChange={value => set({ scopeBy: value as AlertScopeBy, scopeValues: [] })} // one of the options
      />
      {draft.scopeBy !== 'all' && (
        <TagPicker
          label={t(`alert.values_${draft.scopeBy}`)}
          helper={mayBeOpen(draft) ? t('alert.values_open') : t('alert.values_hint')}
          fault={faultText('scope')}
          isRequired={!mayBeOpen(draft)}
          isOpenEnded
          values={draft.scopeValues}
          options={[]}
          onChange={scopeValues => set({ scopeValues })}
        />
      )}
    </>
  );
}

function TimeFields({ form: { draft, set, faultText } }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      <NumberField
        label={t('alert.lasting')}
        helper={t('alert.lasting_hint')}
        fault={faultText('lasting')}
        min={0}
        unit={t('alert.minutes')}
        value={draft.lasting}
        onChange={lasting => set({ lasting })}
      />
      <NumberField
        label={t('alert.remind')}
        helper={t('alert.remind_hint')}
        fault={faultText('remind')}
        min={0}
        unit={t('alert.minutes')}
        value={draft.remind}
        onChange={remind => set({ remind })}
      />
      <div className="alert-quiet">
        <TextField
          label={t('alert.quiet_from')}
          helper={t('alert.quiet_hint')}
          fault={faultText('quiet')}
          placeholder="22:00"
          maxLength={5}
          value={draft.quietFrom}
          onChange={quietFrom => set({ quietFrom })}
        />
        <TextField
          label={t('alert.quiet_to')}
          placeholder="07:00"
          maxLength={5}
          value={draft.quietTo}
          onChange={quietTo => set({ quietTo })}
        />
      </div>
    </>
  );
}

function ReceiverField({
  form: { draft, set },
  receivers,
}: PartProps & { readonly receivers: readonly AlertReceiverView[] }) {
  const { t } = useTranslation();
  const toggle = (id: number, isOn: boolean) =>
    set({ receiverIds: isOn ? [...draft.receiverIds, id] : draft.receiverIds.filter(other => other !== id) });
  return (
    <FormGroup label={t('alert.receivers')} helperText={receivers.length === 0 ? t('alert.no_receivers') : undefined}>
      {receivers.map(receiver => (
        <Checkbox
          key={receiver.id}
          label={receiverName(receiver, t)}
          checked={draft.receiverIds.includes(receiver.id)}
          onChange={event => toggle(receiver.id, event.currentTarget.checked)}
        />
      ))}
    </FormGroup>
  );
}

/** The form of a rule. It is mounted each time it opens. */
export function RuleDrawer(options: RuleFormOptions) {
  const { t, i18n } = useTranslation();
  const { rule, receivers, onDone } = options;
  const form = useRuleForm(options);
  const { draft, set, faultText } = form;
  return (
    <FormDrawer
      isOpen
      title={rule ? t('alert.edit_rule_title', { name: ruleName(rule, i18n.language) }) : t('alert.add_rule')}
      isBusy={form.isBusy}
      onSubmit={() => void form.submit()}
      onClose={onDone}
      kept={form.kept}
    >
      <KindField form={form} isFixed={rule !== null} />
      <TextField
        label={t('alert.name')}
        helper={t('alert.name_hint')}
        fault={faultText('name')}
        maxLength={ALERT_NAME_MAX}
        value={draft.name}
        onChange={name => set({ name })}
      />
      <SwitchField label={t('common.enabled')} isOn={draft.enabled} onChange={enabled => set({ enabled })} />
      <SelectField
        label={t('alert.severity')}
        value={draft.severity}
        options={alertSeverities.map(value => ({ value, label: t(`alert.severity_${value}`) }))}
        onChange={value => set({ severity: value as AlertSeverity })} // one of the options
      />
      <ConditionFields form={form} />
      <ScopeFields form={form} />
      <TimeFields form={form} />
      <ReceiverField form={form} receivers={receivers} />
    </FormDrawer>
  );
}
