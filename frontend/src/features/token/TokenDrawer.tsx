import { Callout } from '@blueprintjs/core';
import { MODEL_NAME_MAX, tokenBulkPresets, tokenExpiryPresets, TOKEN_NAME_MAX, type TokenView } from '@contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { findLimitFault } from '../../shared/form/call-limit-draft';
import { CallLimitInputs } from '../../shared/form/CallLimitInputs';
import { AreaField, NumberField, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { Presets, QuotaPresets } from '../../shared/form/Presets';
import { TagPicker } from '../../shared/form/TagPicker';
import { formatCurrency } from '../../shared/format/quota';
import { toInputTime } from '../../shared/format/time';
import { BudgetAmount } from '../../base/budget/BudgetFields';
import { KeyBudgets } from '../../base/budget/KeyBudgets';
import { useListGroupLabelsQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { useListModelsQuery } from '../../base/session/user-api';
import { TeamFields } from './TeamFields';
import { TemplateMenu } from './TemplateMenu';
import { type TokenFault } from './token-form';
import { useTokenForm, type TokenForm } from './use-token-form';

interface PartProps {
  readonly form: TokenForm;
}

const MS_PER_SECOND = 1000;
/** Groups with a currency sign in their name are sold as packages and cannot be chosen here. */
const SOLD_GROUP = /\p{Sc}/u;

function useFaultText(form: TokenForm) {
  const { t } = useTranslation();
  return (fault: Exclude<TokenFault, 'limits'>) => (form.fault === fault ? t(`token.fault_${fault}`) : undefined);
}

const noLabels: Readonly<Record<string, string>> = {};

function GroupField({ form: { draft, set }, form, isNew }: PartProps & { readonly isNew: boolean }) {
  const { t } = useTranslation();
  const { data: labels = noLabels } = useListGroupLabelsQuery();
  const faultText = useFaultText(form);
  const offered = Object.entries(labels).filter(([name]) => !SOLD_GROUP.test(name) || name === draft.group);
  const only = isNew && draft.group === '' && offered.length === 1 ? offered[0]?.[0] : undefined;
  const choose = useRef(set);
  useEffect(() => {
    choose.current = set;
  });
  useEffect(() => {
    if (only !== undefined) choose.current({ group: only }); // where there is nothing to choose, nothing is asked
  }, [only]);
  const options = offered.map(([value, label]) => ({ value, label }));
  // A group that was removed or hidden must still be shown as the current choice.
  const isGone = draft.group !== '' && !(draft.group in labels);
  return (
    <SelectField
      label={t('token.group')}
      helper={t('token.group_hint')}
      fault={faultText('group')}
      isRequired
      value={draft.group}
      options={[
        { value: '', label: t('token.group_choose') },
        ...options,
        ...(isGone ? [{ value: draft.group, label: draft.group }] : []),
      ]}
      onChange={group => set({ group })}
    />
  );
}

function ExpiryField({ form: { draft, set }, form }: PartProps) {
  const { t } = useTranslation();
  const faultText = useFaultText(form);
  const presets = tokenExpiryPresets.map(({ id, seconds }) => ({
    id,
    label: t(`token.expiry_${id}`),
    onClick: () => set({ expiry: seconds === null ? '' : toInputTime(Date.now() / MS_PER_SECOND + seconds) }),
  }));
  return (
    <TextField
      type="datetime-local"
      label={t('token.expiry')}
      helper={
        <>
          {draft.expiry === '' && t('token.expiry_none')}
          <Presets presets={presets} />
        </>
      }
      fault={faultText('expiry')}
      value={draft.expiry}
      onChange={expiry => set({ expiry })}
    />
  );
}

function QuotaField({ form: { draft, set }, form }: PartProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const faultText = useFaultText(form);
  return (
    <>
      <NumberField
        label={t('token.quota')}
        helper={
          <>
            {t('token.quota_hint', { amount: formatCurrency(Number(draft.quota) || 0, status) })}
            <QuotaPresets
              status={status}
              isDisabled={draft.isUnlimited}
              onTake={units => set({ quota: String(units) })}
            />
          </>
        }
        fault={faultText('quota')}
        isDisabled={draft.isUnlimited}
        value={draft.quota}
        onChange={quota => set({ quota })}
      />
      <SwitchField
        label={t('token.unlimited')}
        helper={t('token.unlimited_hint')}
        isOn={draft.isUnlimited}
        onChange={isUnlimited => set({ isUnlimited })}
      />
    </>
  );
}

function LimitFields({ form: { draft, set }, form }: PartProps) {
  const { t } = useTranslation();
  const faultText = useFaultText(form);
  const { data: models = [] } = useListModelsQuery({ group: draft.group }, { skip: !draft.hasModelLimits });
  return (
    <>
      <SwitchField
        label={t('token.model_limits')}
        helper={t('token.model_limits_hint')}
        isOn={draft.hasModelLimits}
        onChange={hasModelLimits => set({ hasModelLimits })}
      />
      {draft.hasModelLimits && (
        <TagPicker
          label={t('token.models')}
          placeholder={t('token.models_choose')}
          values={draft.models}
          options={models}
          onChange={chosen => set({ models: chosen })}
        />
      )}
      <AreaField
        label={t('token.addresses')}
        helper={t('token.addresses_hint')}
        isCode
        rows={2}
        value={draft.addresses}
        onChange={addresses => set({ addresses })}
      />
      <SwitchField
        label={t('token.rate_limit')}
        isOn={draft.hasRateLimit}
        onChange={hasRateLimit => set({ hasRateLimit })}
      />
      {draft.hasRateLimit && (
        <div className="form-grid">
          <NumberField
            label={t('token.rate_interval')}
            unit={t('token.seconds')}
            min={1}
            fault={faultText('rateInterval')}
            value={draft.rateIntervalSeconds}
            onChange={rateIntervalSeconds => set({ rateIntervalSeconds })}
          />
          <NumberField
            label={t('token.rate_count')}
            unit={t('token.times')}
            min={1}
            fault={faultText('rateCount')}
            value={draft.rateCount}
            onChange={rateCount => set({ rateCount })}
          />
        </div>
      )}
    </>
  );
}

function DefaultModelField({ form: { draft, set } }: PartProps) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('token.default_model')}
      helper={t('token.default_model_hint')}
      maxLength={MODEL_NAME_MAX}
      value={draft.defaultModel}
      onChange={defaultModel => set({ defaultModel })}
    />
  );
}

function CountField({ form: { draft, set }, form }: PartProps) {
  const { t } = useTranslation();
  const faultText = useFaultText(form);
  const presets = tokenBulkPresets.map(count => ({
    id: count,
    label: String(count),
    onClick: () => set({ count: String(count) }),
  }));
  return (
    <NumberField
      label={t('token.count')}
      helper={
        <>
          {t('token.count_hint')}
          <Presets presets={presets} />
        </>
      }
      fault={faultText('count')}
      min={1}
      value={draft.count}
      onChange={count => set({ count })}
    />
  );
}

interface TokenDrawerProps {
  /** The token to edit, or null to create one. */
  readonly token: TokenView | null;
  readonly onClose: () => void;
  /** Called before a single token is created. */
  readonly onCreate: () => void;
}

/** The form of a token. It is mounted each time it opens, so it always begins with the values of the list. */
export function TokenDrawer({ token, onClose, onCreate }: TokenDrawerProps) {
  const { t } = useTranslation();
  const form = useTokenForm(token, onClose, onCreate);
  return (
    <FormDrawer
      isOpen
      title={token ? t('token.edit_title', { name: token.name }) : t('token.create_title')}
      isBusy={form.isBusy}
      onSubmit={() => void form.submit()}
      onClose={onClose}
      kept={form.kept}
    >
      {token && <Callout className="block">{t('token.edit_delay')}</Callout>}
      {!token && <TemplateMenu form={form} />}
      <TextField
        label={t('token.name')}
        helper={token ? undefined : t('token.name_hint')}
        fault={form.fault === 'name' ? t('token.fault_name') : undefined}
        maxLength={TOKEN_NAME_MAX}
        autoFocus
        value={form.draft.name}
        onChange={name => form.set({ name })}
      />
      <GroupField form={form} isNew={token === null} />
      <ExpiryField form={form} />
      <QuotaField form={form} />
      <LimitFields form={form} />
      <DefaultModelField form={form} />
      <TeamFields form={form} token={token} />
      <CallLimitInputs
        limits={form.draft.limits}
        fault={form.fault === 'limits' ? findLimitFault(form.draft.limits) : null}
        onChange={limits => form.set({ limits })}
      />
      {token ? (
        <KeyBudgets tokenId={token.id} name={token.name} />
      ) : (
        <BudgetAmount draft={form.budget} fault={form.budgetFault} isOptional onChange={form.setBudget} />
      )}
      {!token && <CountField form={form} />}
    </FormDrawer>
  );
}
