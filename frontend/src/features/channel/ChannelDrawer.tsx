import { Button, Callout, Intent, Switch } from '@blueprintjs/core';
import { channelTypeOf, VERTEX_REGION_EXAMPLE, type ChannelView } from '@contracts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { FormStep } from '../../shared/form/FormStep';
import { TagPicker } from '../../shared/form/TagPicker';
import { useListGroupsQuery } from '../../base/site/site-api';
import { hasAccess } from './channel-form';
import { ChannelAdvancedFields } from './ChannelAdvancedFields';
import { ChannelKeyField } from './ChannelKeyField';
import { ChannelModelFields } from './ChannelModelFields';
import { ChannelTypeField } from './ChannelTypeField';
import { useChannelForm, type ChannelForm } from './use-channel-form';
import { useFaultText } from './use-fault-text';

interface PartProps {
  readonly form: ChannelForm;
}

function example(value: unknown): string {
  return JSON.stringify(value, null, 2);
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

/** The provider, and what the channel is called. */
function ProviderStep({ form }: PartProps) {
  const { t } = useTranslation();
  const { draft, set } = form;
  const faultText = useFaultText(form);
  return (
    <FormStep number={1} title={t('channel.step_provider')} isDone={draft.name.trim() !== ''}>
      <ChannelTypeField form={form} />
      <TextField
        label={t('channel.name')}
        fault={draft.name.trim() === '' ? faultText('name_key') : undefined}
        isRequired
        autoFocus={form.id !== null}
        value={draft.name}
        onChange={name => set({ name })}
      />
    </FormStep>
  );
}

function KeyStep({ form }: PartProps) {
  const { t } = useTranslation();
  const { draft, id } = form;
  return (
    <FormStep number={2} title={t('channel.step_key')} isDone={hasAccess(draft, { isNew: id === null })}>
      <ChannelKeyField form={form} />
      <TypeFields form={form} />
    </FormStep>
  );
}

function ModelStep({ form }: PartProps) {
  const { t } = useTranslation();
  const { draft, set } = form;
  const faultText = useFaultText(form);
  const { data: groups = [] } = useListGroupsQuery();
  return (
    <FormStep number={3} title={t('channel.step_models')} isDone={draft.models.length > 0 && draft.groups.length > 0}>
      <ChannelModelFields form={form} />
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
    </FormStep>
  );
}

/** What the test after the save asks, and why the last one failed. */
function TestStep({ form }: PartProps) {
  const { t } = useTranslation();
  const { draft, set, testFault } = form;
  return (
    <FormStep number={4} title={t('channel.step_test')} isDone={false}>
      {channelTypeOf(draft.type)?.supportsTest === false && (
        <Callout className="block" intent={Intent.PRIMARY} compact>
          {t('channel.no_test')}
        </Callout>
      )}
      {testFault !== '' && (
        <Callout className="block" intent={Intent.DANGER} role="alert" title={t('channel.test_failed')} compact>
          {testFault}
        </Callout>
      )}
      <TextField
        label={t('channel.test_model')}
        helper={t('channel.test_model_hint')}
        value={draft.testModel}
        onChange={testModel => set({ testModel })}
      />
    </FormStep>
  );
}

/** Saving with a call to the provider, and for a new channel the choice to go on with another one. */
function FootButtons({ form, isNew }: PartProps & { readonly isNew: boolean }) {
  const { t } = useTranslation();
  const canTest = channelTypeOf(form.draft.type)?.supportsTest ?? true;
  return (
    <>
      {isNew && (
        <Switch
          className="drawer-footer-start"
          label={t('channel.add_next')}
          checked={form.hasNext}
          onChange={event => form.setNext(event.currentTarget.checked)}
        />
      )}
      {canTest && (
        <Button
          text={t('channel.save_and_test')}
          loading={form.isTesting}
          disabled={form.isBusy}
          onClick={() => void form.saveAndTest()}
        />
      )}
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
  return (
    <FormDrawer
      isOpen
      title={channel ? t('channel.edit_title', { name: channel.name }) : t('channel.create_title')}
      isBusy={form.isBusy}
      onSubmit={() => void form.submit()}
      onClose={onClose}
      kept={form.kept}
      footer={<FootButtons form={form} isNew={channel === null} />}
    >
      <Fragment key={form.round}>
        <ProviderStep form={form} />
        <KeyStep form={form} />
        <ModelStep form={form} />
        <TestStep form={form} />
        <ChannelAdvancedFields form={form} />
      </Fragment>
    </FormDrawer>
  );
}
