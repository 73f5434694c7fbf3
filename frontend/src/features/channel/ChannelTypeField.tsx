import { channelPresets, channelTypes, PRESET_CHANNEL_TYPE } from '@contracts';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../shared/form/ChoiceField';
import { type Choice } from '../../shared/form/use-choice';
import { presetOf } from './channel-form';
import { ChannelIcon } from './channel-icons';
import { type ChannelForm } from './use-channel-form';

const PRESET = 'preset:';

/** Every type, and every provider that speaks the protocol of a type at an address of its own. */
const choices: readonly Choice[] = [
  ...channelTypes.map(({ id, name }) => ({ value: String(id), label: name, icon: <ChannelIcon type={id} /> })),
  ...channelPresets.map(({ id, name, baseUrl }) => ({
    value: PRESET + id,
    label: name,
    words: baseUrl,
    icon: <ChannelIcon type={PRESET_CHANNEL_TYPE} preset={id} />,
  })),
];

/** The choice of the provider: it decides which fields the form has, and fills in what is usual. */
export function ChannelTypeField({ form }: { readonly form: ChannelForm }) {
  const { t } = useTranslation();
  const { draft, id, setType, setPreset } = form;
  const preset = presetOf(draft);
  return (
    <ChoiceField
      label={t('channel.type')}
      helper={t('channel.type_hint')}
      isRequired
      autoFocus={id === null}
      value={preset ? PRESET + preset.id : String(draft.type)}
      choices={choices}
      onChange={value => (value.startsWith(PRESET) ? setPreset(value.slice(PRESET.length)) : setType(Number(value)))}
    />
  );
}
