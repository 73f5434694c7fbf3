import { Callout, Intent } from '@blueprintjs/core';
import {
  channelPresets,
  channelTypeOf,
  channelTypes,
  modelAliases,
  PRESET_CHANNEL_TYPE,
  STATUS_CODE_MAPPING_EXAMPLE,
  VERTEX_REGION_EXAMPLE,
  type ChannelView,
} from '@contracts';
import { useTranslation } from 'react-i18next';
import { AreaField, NumberField, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { JsonField } from '../../shared/form/JsonField';
import { TagPicker } from '../../shared/form/TagPicker';
import { useListGroupsQuery } from '../../base/site/site-api';
import { presetOf, type ChannelFault } from './channel-form';
import { ChannelKeyField } from './ChannelKeyField';
import { ChannelShapeFields } from './ChannelShapeFields';
import { ChannelModelFields } from './ChannelModelFields';
import { useChannelForm, type ChannelForm } from './use-channel-form';

interface PartProps {
  readonly form: ChannelForm;
}

function example(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function useFaultText({ fault }: ChannelForm) {
  const { t } = useTranslation();
  return (...mine: readonly ChannelFault[]) =>
    fault && mine.includes(fault) ? t(`channel.fault_${fault}`) : undefined;
}

/** A choice of providers that use the protocol of the type at an address of their own. */
function PresetField({ form }: PartProps) {
  const { t } = useTranslation();
  const { draft, setPreset } = form;
  if (draft.type !== PRESET_CHANNEL_TYPE) return null;
  const presets = channelPresets.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      label={t('channel.preset')}
      helper={t('channel.preset_hint')}
      value={presetOf(draft)?.id ?? ''}
      options={[{ value: '', label: t('channel.preset_none') }, ...presets]}
      onChange={setPreset}
    />
  );
}

/** The address and the extra field, labelled by their use for the type. */
function TypeFields({ form }: PartProps) {
  const { t } = useTranslation();
  const { draft, set } = form;
  const faultText = useFaultText(form);
  const type = channelTypeOf(draft.type);
  if (!type) return null;
  const { other, baseUrlMeaning, defaultBaseUrl } = type;
  const isRegion = other?.meaning === 'region';
  const OtherField = isRegion ? AreaField : TextField;
  return (
    <>
      <TextField
        type="url"
        label={t(`channel.base_url_${baseUrlMeaning}`)}
        helper={t(`channel.base_url_${baseUrlMeaning}_hint`)}
        fault={faultText('base_url', 'base_url_required')}
        isRequired={type.requiresBaseUrl}
        placeholder={defaultBaseUrl}
        value={draft.baseUrl}
        onChange={baseUrl => set({ baseUrl })}
      />
      {other && (
        <OtherField
          label={t(`channel.other_${other.meaning}`)}
          helper={t(`channel.other_${other.meaning}_hint`)}
          fault={faultText('other', 'region')}
          isRequired={other.isRequired}
          placeholder={isRegion ? example(VERTEX_REGION_EXAMPLE) : other.fallback}
          value={draft.other}
          onChange={text => set({ other: text })}
        />
      )}
      {type.hasOrganization && (
        <TextField
          label={t('channel.organization')}
          helper={t('channel.organization_hint')}
          value={draft.organization}
          onChange={organization => set({ organization })}
        />
      )}
    </>
  );
}

function AdvancedFields({ form }: PartProps) {
  const { t } = useTranslation();
  const { draft, set } = form;
  const faultText = useFaultText(form);
  return (
    <>
      <JsonField
        label={t('channel.model_mapping')}
        helper={t('channel.model_mapping_hint')}
        placeholder={example(modelAliases)}
        value={draft.modelMapping}
        onChange={modelMapping => set({ modelMapping })}
      />
      <JsonField
        label={t('channel.status_code_mapping')}
        helper={t('channel.status_code_mapping_hint')}
        placeholder={example(STATUS_CODE_MAPPING_EXAMPLE)}
        rows={4}
        value={draft.statusCodeMapping}
        onChange={statusCodeMapping => set({ statusCodeMapping })}
      />
      <TextField
        label={t('channel.test_model')}
        helper={t('channel.test_model_hint')}
        value={draft.testModel}
        onChange={testModel => set({ testModel })}
      />
      <NumberField
        label={t('channel.input_tokens_max')}
        helper={t('channel.input_tokens_max_hint')}
        fault={faultText('input_tokens_max')}
        min={0}
        value={draft.inputTokensMax}
        onChange={inputTokensMax => set({ inputTokensMax })}
      />
      <SwitchField
        label={t('channel.auto_ban')}
        helper={t('channel.auto_ban_hint')}
        isOn={draft.isAutoBan}
        onChange={isAutoBan => set({ isAutoBan })}
      />
    </>
  );
}

interface ChannelDrawerProps {
  /** The channel to edit, or null to create one. */
  readonly channel: ChannelView | null;
  readonly onClose: () => void;
}

/** The form of a channel. It is mounted each time it opens, so it always begins with the values of the list. */
export function ChannelDrawer({ channel, onClose }: ChannelDrawerProps) {
  const { t } = useTranslation();
  const form = useChannelForm(channel, onClose);
  const { draft, set } = form;
  const faultText = useFaultText(form);
  const { data: groups = [] } = useListGroupsQuery();
  return (
    <FormDrawer
      isOpen
      title={channel ? t('channel.edit_title', { name: channel.name }) : t('channel.create_title')}
      isBusy={form.isBusy}
      onSubmit={() => void form.submit()}
      onClose={onClose}
    >
      <SelectField
        label={t('channel.type')}
        isRequired
        value={String(draft.type)}
        options={channelTypes.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={type => form.setType(Number(type))}
      />
      <PresetField form={form} />
      {channelTypeOf(draft.type)?.supportsTest === false && (
        <Callout className="block" intent={Intent.PRIMARY} compact>
          {t('channel.no_test')}
        </Callout>
      )}
      <TextField
        label={t('channel.name')}
        fault={draft.name.trim() === '' ? faultText('name_key') : undefined}
        isRequired
        autoFocus
        value={draft.name}
        onChange={name => set({ name })}
      />
      <ChannelKeyField form={form} />
      <TypeFields form={form} />
      <TagPicker
        label={t('channel.groups')}
        helper={t('channel.groups_hint')}
        fault={faultText('groups')}
        isRequired
        isOpenEnded
        values={draft.groups}
        options={groups}
        onChange={chosen => set({ groups: chosen })}
      />
      <ChannelModelFields form={form} />
      <AdvancedFields form={form} />
      <ChannelShapeFields form={form} />
    </FormDrawer>
  );
}
