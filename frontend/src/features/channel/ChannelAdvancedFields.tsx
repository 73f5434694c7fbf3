import { Button, Collapse } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { modelAliases, plainChannelShape, STATUS_CODE_MAPPING_EXAMPLE, type ChannelShape } from '@contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField, SwitchField } from '../../shared/form/fields';
import { JsonField } from '../../shared/form/JsonField';
import { newCommonFields } from './channel-common-fields';
import { newShapeDraft } from './channel-shape-form';
import { ChannelRequestPreview } from './ChannelRequestPreview';
import { ChannelLabelFields, ChannelLimitFields, ChannelRequestFields } from './ChannelShapeFields';
import { type ChannelForm } from './use-channel-form';
import { useFaultText } from './use-fault-text';

interface PartProps {
  readonly form: ChannelForm;
}

function example(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function RoutingFields({ form }: PartProps) {
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

/** Whether something of the folded part differs from a new channel. */
function hasAdvanced({ draft }: ChannelForm): boolean {
  const names = Object.keys(plainChannelShape) as (keyof ChannelShape)[];
  const fields = ['modelMapping', 'statusCodeMapping', 'inputTokensMax', 'isAutoBan'] as const;
  return (
    names.some(name => draft.shape[name] !== newShapeDraft[name]) ||
    fields.some(name => draft[name] !== newCommonFields[name])
  );
}

/** What most channels do not need. It is folded at first unless something is set, and opens at a fault in it. */
export function ChannelAdvancedFields({ form }: PartProps) {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(() => hasAdvanced(form));
  const id = useId();
  const { fault } = form;
  const hasFault =
    fault === 'shape' || fault === 'model_mapping' || fault === 'status_code_mapping' || fault === 'input_tokens_max';
  const isOpen = isWanted || hasFault;
  return (
    <section className="form-step">
      <Button
        variant="minimal"
        icon={isOpen ? <ChevronDown /> : <ChevronRight />}
        text={t('channel.advanced')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setWanted(!isOpen)}
      />
      <Collapse isOpen={isOpen}>
        <div id={id} className="form-step-fold">
          <ChannelLabelFields form={form} />
          <RoutingFields form={form} />
          <ChannelRequestFields form={form} />
          {isOpen && <ChannelRequestPreview form={form} />}
          <ChannelLimitFields form={form} />
        </div>
      </Collapse>
    </section>
  );
}
