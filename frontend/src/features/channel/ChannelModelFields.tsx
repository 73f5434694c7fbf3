import { Button, ControlGroup, FormGroup, InputGroup } from '@blueprintjs/core';
import { channelTypeOf } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { TagPicker } from '../../shared/form/TagPicker';
import { useCopy } from '../../shared/copy/use-copy';
import { useListKnownModelsQuery } from './channel-api';
import { addModels } from './channel-form';
import { type ChannelForm } from './use-channel-form';

interface PartProps {
  readonly form: ChannelForm;
}

function ModelButtons({ form }: PartProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { draft, set } = form;
  const { data: known = [] } = useListKnownModelsQuery();
  const { defaultModels: defaults = [], supportsModelFetch = false } = channelTypeOf(draft.type) ?? {};
  const add = (names: readonly string[]) => set({ models: [...new Set([...draft.models, ...names])] });
  return (
    <div className="toolbar">
      <Button size="small" text={t('channel.fill_default')} onClick={() => add(defaults)} />
      <Button size="small" text={t('channel.fill_all')} onClick={() => add(known)} />
      {supportsModelFetch && (
        <Button
          size="small"
          text={t('channel.fetch_models')}
          loading={form.isFetchingModels}
          onClick={() => void form.fetchModels()}
        />
      )}
      <Button size="small" text={t('common.copy')} onClick={() => copy(draft.models.join(','))} />
      <Button size="small" text={t('common.clear')} onClick={() => set({ models: [] })} />
    </div>
  );
}

function CustomNames({ form: { draft, set } }: PartProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const add = () => {
    const { models, hadSome } = addModels(draft.models, text);
    if (hadSome) notices.warning(t('channel.models_exist'));
    set({ models });
    setText('');
  };
  return (
    <FormGroup label={t('channel.custom_names')} labelFor="channel-custom-names">
      <ControlGroup fill>
        <InputGroup
          id="channel-custom-names"
          value={text}
          placeholder={t('channel.custom_names_hint')}
          onValueChange={setText}
          onKeyDown={event => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // adds the names instead of submitting the form
            add();
          }}
        />
        <Button text={t('common.add')} disabled={text.trim() === ''} onClick={add} />
      </ControlGroup>
    </FormGroup>
  );
}

/** The models that the channel serves: chosen, filled in by type, fetched from the provider, or typed. */
export function ChannelModelFields({ form }: PartProps) {
  const { t } = useTranslation();
  const { draft, fault, set } = form;
  const { data: known } = useListKnownModelsQuery();
  const options = useMemo(
    () => [...new Set([...(channelTypeOf(draft.type)?.defaultModels ?? []), ...(known ?? [])])],
    [draft.type, known],
  );
  return (
    <>
      <TagPicker
        label={t('channel.models')}
        helper={t('channel.models_hint', { count: draft.models.length })}
        fault={fault === 'models' ? t('channel.fault_models') : undefined}
        isRequired
        placeholder={t('channel.models_choose')}
        values={draft.models}
        options={options}
        onChange={models => set({ models })}
      />
      <ModelButtons form={form} />
      <CustomNames form={form} />
    </>
  );
}
