import { Callout, Intent, Switch } from '@blueprintjs/core';
import {
  CHANNEL_PRIORITY_MIN,
  CHANNEL_WEIGHT_MIN,
  CHANNEL_TAG_MAX,
  ChannelStatus,
  STATUS_CODE_MAPPING_EXAMPLE,
  modelAliases,
  type ChannelBulkField,
  type ChannelBulkStep,
} from '@contracts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { NumberField, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { useKeptDraft } from '../../shared/form/kept-drafts';
import { JsonField } from '../../shared/form/JsonField';
import { TagPicker } from '../../shared/form/TagPicker';
import { useListGroupsQuery } from '../../base/site/site-api';
import { useListKnownModelsQuery } from './channel-api';
import {
  findBulkFault,
  newBulkDraft,
  toStep,
  withField,
  type ChannelBulkDraft,
  type ChannelBulkFault,
  type ListChange,
} from './channel-bulk-form';
import { type ShapeDraft } from './channel-shape-form';
import { faultOf } from './ChannelShapeFields';
import { ChannelBulkPreview } from './ChannelBulkPreview';
import { useBulkFieldName } from './use-bulk-field-name';

interface PartProps {
  readonly draft: ChannelBulkDraft;
  readonly fault: ChannelBulkFault | null;
  readonly set: (changes: Partial<ChannelBulkDraft>) => void;
  readonly choose: (field: ChannelBulkField, isChosen: boolean) => void;
}

interface ChangeProps extends Pick<PartProps, 'draft' | 'choose'> {
  readonly field: ChannelBulkField;
  readonly children: ReactNode;
}

/** A field that takes part only while its switch is on. */
function Change({ field, draft, choose, children }: ChangeProps) {
  const { t } = useTranslation();
  const nameOf = useBulkFieldName();
  const isChosen = draft.chosen.has(field);
  return (
    <div className="bulk-change">
      <Switch
        label={t('channel.bulk_change', { field: nameOf(field) })}
        checked={isChosen}
        onChange={event => choose(field, event.currentTarget.checked)}
      />
      {isChosen && children}
    </div>
  );
}

function ListFields({
  field,
  options,
  part,
}: {
  readonly field: 'group' | 'models';
  readonly options: readonly string[];
  readonly part: PartProps;
}) {
  const { t } = useTranslation();
  const nameOf = useBulkFieldName();
  const { draft, set, fault } = part;
  const list = draft[field];
  const ways: readonly ListChange[] = ['add', 'remove', 'set'];
  return (
    <Change field={field} {...part}>
      <SelectField
        label={t('channel.bulk_how', { field: nameOf(field) })}
        value={list.how}
        options={ways.map(how => ({ value: how, label: t(`channel.bulk_how_${how}`) }))}
        onChange={how => set({ [field]: { ...list, how: how as ListChange } })} // one of the options above
      />
      <TagPicker
        label={nameOf(field)}
        helper={list.how === 'remove' ? t('channel.bulk_remove_hint') : undefined}
        fault={fault === field ? t('channel.bulk_fault_names') : undefined}
        isRequired
        isOpenEnded
        values={list.names}
        options={options}
        onChange={names => set({ [field]: { ...list, names } })}
      />
    </Change>
  );
}

function NumberChanges(part: PartProps) {
  const { t } = useTranslation();
  const { draft, set, fault } = part;
  return (
    <>
      <Change field="priority" {...part}>
        <NumberField
          label={t('channel.priority')}
          fault={fault === 'priority' ? t('channel.bulk_fault_priority', { min: CHANNEL_PRIORITY_MIN }) : undefined}
          min={CHANNEL_PRIORITY_MIN}
          value={draft.priority}
          onChange={priority => set({ priority })}
        />
      </Change>
      <Change field="weight" {...part}>
        <NumberField
          label={t('channel.weight')}
          fault={fault === 'weight' ? t('channel.bulk_fault_weight') : undefined}
          min={CHANNEL_WEIGHT_MIN}
          value={draft.weight}
          onChange={weight => set({ weight })}
        />
      </Change>
    </>
  );
}

function AdvancedChanges(part: PartProps) {
  const { t } = useTranslation();
  const { draft, set, fault } = part;
  return (
    <>
      <Change field="model_mapping" {...part}>
        <JsonField
          label={t('channel.model_mapping')}
          helper={t('channel.model_mapping_hint')}
          placeholder={JSON.stringify(modelAliases, null, 2)}
          value={draft.modelMapping}
          onChange={modelMapping => set({ modelMapping })}
        />
      </Change>
      <Change field="status_code_mapping" {...part}>
        <JsonField
          label={t('channel.status_code_mapping')}
          helper={t('channel.status_code_mapping_hint')}
          placeholder={JSON.stringify(STATUS_CODE_MAPPING_EXAMPLE, null, 2)}
          rows={4}
          value={draft.statusCodeMapping}
          onChange={statusCodeMapping => set({ statusCodeMapping })}
        />
      </Change>
      <Change field="test_model" {...part}>
        <TextField
          label={t('channel.test_model')}
          helper={t('channel.test_model_hint')}
          maxLength={255}
          value={draft.testModel}
          onChange={testModel => set({ testModel })}
        />
      </Change>
      <Change field="ma_input_tokens" {...part}>
        <NumberField
          label={t('channel.input_tokens_max')}
          helper={t('channel.input_tokens_max_hint')}
          fault={fault === 'ma_input_tokens' ? t('channel.fault_input_tokens_max') : undefined}
          min={0}
          value={draft.inputTokensMax}
          onChange={inputTokensMax => set({ inputTokensMax })}
        />
      </Change>
      <Change field="auto_ban" {...part}>
        <SwitchField
          label={t('channel.auto_ban')}
          helper={t('channel.auto_ban_hint')}
          isOn={draft.isAutoBan}
          onChange={isAutoBan => set({ isAutoBan })}
        />
      </Change>
    </>
  );
}

/** The fields that shape a channel, as far as many channels may get the same. */
function ShapeChanges(part: PartProps) {
  const { t } = useTranslation();
  const { draft, set, fault } = part;
  const field = (name: keyof ShapeDraft & ChannelBulkField) => ({
    label: t(`channel.${name}`),
    value: draft.shape[name],
    fault: fault === name ? t(`channel.fault_${faultOf(name)}`) : undefined,
    onChange: (text: string) => set({ shape: { ...draft.shape, [name]: text } }),
  });
  return (
    <>
      <Change field="tag" {...part}>
        <TextField {...field('tag')} maxLength={CHANNEL_TAG_MAX} />
      </Change>
      <Change field="expired_time" {...part}>
        <TextField {...field('expired_time')} type="datetime-local" helper={t('channel.expired_time_hint')} />
      </Change>
      {(['rpm_limit', 'tpm_limit', 'max_concurrency'] as const).map(name => (
        <Change key={name} field={name} {...part}>
          <NumberField {...field(name)} helper={t('channel.limit_hint')} min={0} />
        </Change>
      ))}
      {(['header_override', 'param_override'] as const).map(name => (
        <Change key={name} field={name} {...part}>
          <JsonField {...field(name)} helper={t(`channel.${name}_hint`)} />
        </Change>
      ))}
    </>
  );
}

interface ChannelBulkDrawerProps {
  readonly ids: readonly number[];
  /** All channels of this tag are edited as well. */
  readonly tag?: string;
  readonly isBusy: boolean;
  /** @returns whether the edit was made */
  readonly onEdit: (step: ChannelBulkStep) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The state of the form and its one action. */
function useBulkForm({ ids, tag, onEdit, onClose }: Omit<ChannelBulkDrawerProps, 'isBusy'>) {
  const { t } = useTranslation();
  // What was typed belongs to the channels for which the form was opened.
  const [name] = useState(() => `channel-bulk/${tag ?? ''}/${ids.join()}`);
  const { draft, setDraft, kept } = useKeptDraft(name, () => newBulkDraft);
  const [fault, setFault] = useState<ChannelBulkFault | null>(null);

  const change = (next: (current: ChannelBulkDraft) => ChannelBulkDraft) => {
    setFault(null);
    setDraft(next);
  };
  const part: PartProps = {
    draft,
    fault,
    set: changes => change(current => ({ ...current, ...changes })),
    choose: (field, isChosen) => change(current => withField(current, field, isChosen)),
  };
  const submit = async () => {
    const found = findBulkFault(draft);
    setFault(found);
    if (found) return notices.error(found === 'nothing' ? t('channel.bulk_nothing') : t('channel.bulk_check_fields'));
    if (!(await onEdit(toStep(draft, { ids, tag })))) return;
    kept.discard();
    onClose();
  };
  return { part, kept, submit };
}

/** The form of one edit for many channels: the fields that change, their values, and the effect in words. */
export function ChannelBulkDrawer({ isBusy, ...props }: ChannelBulkDrawerProps) {
  const { t } = useTranslation();
  const { ids, tag, onClose } = props;
  const { part, kept, submit } = useBulkForm(props);
  const { draft } = part;
  const { data: groups = [] } = useListGroupsQuery();
  const { data: models = [] } = useListKnownModelsQuery();

  return (
    <FormDrawer
      isOpen
      title={tag ? t('channel.bulk_title_tag', { tag }) : t('channel.bulk_title', { count: ids.length })}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
      kept={kept}
    >
      <Callout className="block" intent={Intent.PRIMARY} compact>
        {t('channel.bulk_hint')}
      </Callout>
      <Change field="status" {...part}>
        <SelectField
          label={t('common.status')}
          value={String(draft.status)}
          options={[
            { value: String(ChannelStatus.Enabled), label: t('common.enabled') },
            { value: String(ChannelStatus.Disabled), label: t('common.disabled') },
          ]}
          onChange={status =>
            part.set({
              status: Number(status) === ChannelStatus.Enabled ? ChannelStatus.Enabled : ChannelStatus.Disabled,
            })
          }
        />
      </Change>
      <NumberChanges {...part} />
      <ListFields field="group" options={groups} part={part} />
      <ListFields field="models" options={models} part={part} />
      <AdvancedChanges {...part} />
      <ShapeChanges {...part} />
      <ChannelBulkPreview draft={draft} count={ids.length} tag={tag} />
    </FormDrawer>
  );
}
