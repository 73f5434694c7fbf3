import {
  CHANNEL_NOTE_MAX,
  CHANNEL_TAG_MAX,
  channelLimitFields,
  channelTimeoutFields,
  systemPromptModes,
  type ChannelShape,
} from '@contracts';
import { useTranslation } from 'react-i18next';
import { AreaField, NumberField, SelectField, TextField } from '../../shared/form/fields';
import { JsonField } from '../../shared/form/JsonField';
import { ChannelCostFields } from './ChannelCostFields';
import { isSound } from './channel-shape-form';
import { type ChannelForm } from './use-channel-form';

/** The examples that the form shows; names of fields and headers are the same in every language. */
const HEADER_EXAMPLE = '{"x-region": "eu", "x-key": "{api_key}", "user-agent": null}';
const PARAM_EXAMPLE = `{"rules": [
  {"op": "rename", "path": "max_tokens", "to": "max_completion_tokens", "models": ["o*"]},
  {"op": "max", "path": "temperature", "value": 1}
]}`;

interface PartProps {
  readonly form: ChannelForm;
}

/** The label, value and fault of a field. */
function useShapeField({ draft, set }: ChannelForm) {
  const { t } = useTranslation();
  return (field: keyof ChannelShape) => ({
    label: t(`channel.${field}`),
    value: draft.shape[field],
    fault: isSound(field, draft.shape[field]) ? undefined : t(`channel.fault_${faultOf(field)}`),
    onChange: (text: string) => set({ shape: { ...draft.shape, [field]: text } }),
  });
}

type NamedFault =
  'supplier_cost' | 'proxy' | 'header_override' | 'pass_headers' | 'param_override' | 'expired_time' | 'limit';

/** The sentence that explains what a field takes; the fields that count share one. */
export function faultOf(field: keyof ChannelShape): NamedFault {
  switch (field) {
    case 'supplier_cost':
    case 'proxy':
    case 'header_override':
    case 'pass_headers':
    case 'param_override':
    case 'expired_time':
      return field;
    default:
      return 'limit';
  }
}

/** What of a request differs from the requests of other channels of the type. */
export function ChannelRequestFields({ form }: PartProps) {
  const { t } = useTranslation();
  const field = useShapeField(form);
  const modes = systemPromptModes.map(mode => ({ value: mode, label: t(`channel.system_prompt_${mode}`) }));
  return (
    <>
      <TextField {...field('proxy')} helper={t('channel.proxy_hint')} placeholder="socks5://user:password@host:1080" />
      <JsonField
        {...field('header_override')}
        helper={t('channel.header_override_hint')}
        placeholder={HEADER_EXAMPLE}
        rows={4}
      />
      <TextField {...field('pass_headers')} helper={t('channel.pass_headers_hint')} placeholder="x-trace-id, x-title" />
      <JsonField {...field('param_override')} helper={t('channel.param_override_hint')} placeholder={PARAM_EXAMPLE} />
      <AreaField {...field('system_prompt')} helper={t('channel.system_prompt_hint')} />
      <SelectField {...field('system_prompt_mode')} options={modes} />
    </>
  );
}

/** The cost beside other channels, and the limits in time and number. */
export function ChannelLimitFields({ form }: PartProps) {
  const { t } = useTranslation();
  const field = useShapeField(form);
  return (
    <>
      <NumberField {...field('cost_ratio')} helper={t('channel.cost_ratio_hint')} min={0} step={0.01} />
      {channelTimeoutFields.map(name => (
        <NumberField key={name} {...field(name)} helper={t('channel.timeout_hint')} min={0} />
      ))}
      {channelLimitFields.map(name => (
        <NumberField key={name} {...field(name)} helper={t('channel.limit_hint')} min={0} />
      ))}
    </>
  );
}

/** How the operator finds the channel, until when it serves, and what it costs. */
export function ChannelLabelFields({ form }: PartProps) {
  const { t } = useTranslation();
  const field = useShapeField(form);
  return (
    <>
      <TextField {...field('tag')} helper={t('channel.tag_hint')} maxLength={CHANNEL_TAG_MAX} />
      <TextField {...field('note')} maxLength={CHANNEL_NOTE_MAX} />
      <TextField {...field('expired_time')} type="datetime-local" helper={t('channel.expired_time_hint')} />
      <ChannelCostFields form={form} />
    </>
  );
}
