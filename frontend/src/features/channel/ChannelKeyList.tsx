import { Button, ControlGroup, FormGroup, Intent, Tag, TextArea } from '@blueprintjs/core';
import { type ChannelKeyState, type ChannelKeyView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { formatDuration } from '../../shared/format/duration';
import { formatTime } from '../../shared/format/time';
import {
  useAddChannelKeysMutation,
  useEnableChannelKeyMutation,
  useListChannelKeysQuery,
  useRemoveChannelKeyMutation,
} from './channel-api';

const MS_PER_SECOND = 1000;

const intents: Readonly<Record<ChannelKeyState, Intent>> = {
  usable: Intent.SUCCESS,
  resting: Intent.WARNING,
  out: Intent.DANGER,
};

interface RowProps {
  readonly channelId: number;
  readonly item: ChannelKeyView;
  /** True for the only key of the channel, which cannot be removed. */
  readonly isOnly: boolean;
}

function KeyRow({ channelId, item, isOnly }: RowProps) {
  const { t, i18n } = useTranslation();
  const [enable, { isLoading: isEnabling }] = useEnableChannelKeyMutation();
  const [remove, { isLoading: isRemoving }] = useRemoveChannelKeyMutation();
  const { id: keyId, position, mask, state, reason } = item;
  const names = { position, mask };
  return (
    <li className="cluster">
      <code>{`#${position} ${mask}`}</code>
      <Tag minimal intent={intents[state]}>
        {t(`channel.key_${state}`, { time: formatDuration(item.rests_for * MS_PER_SECOND, i18n.language) })}
      </Tag>
      {state !== 'usable' && (
        <Button
          size="small"
          variant="minimal"
          loading={isEnabling}
          text={t('common.enable')}
          aria-label={t('channel.key_enable', names)}
          onClick={() => void enable({ channelId, keyId })}
        />
      )}
      <DeleteButton
        disabled={isOnly}
        loading={isRemoving}
        label={t('channel.key_remove', names)}
        question={t('channel.key_remove_question', names)}
        warning={t('channel.delete_warning')}
        onConfirm={() => void remove({ channelId, keyId })}
      />
      {state === 'out' && (
        <span className="muted">{t('channel.key_out_note', { reason, time: formatTime(item.out_since) })}</span>
      )}
    </li>
  );
}

function AddKeys({ channelId }: { readonly channelId: number }) {
  const { t } = useTranslation();
  const [add, { isLoading }] = useAddChannelKeysMutation();
  const [text, setText] = useState('');
  const submit = async () => {
    const { error } = await add({ channelId, key: text });
    if (!error) setText(''); // the listener shows a refusal, and the typed keys stay
  };
  return (
    <ControlGroup fill>
      <TextArea
        value={text}
        rows={2}
        aria-label={t('channel.keys_add')}
        placeholder={t('channel.keys_add_hint')}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button text={t('common.add')} loading={isLoading} disabled={text.trim() === ''} onClick={() => void submit()} />
    </ControlGroup>
  );
}

/** The keys of a channel that holds several: their states and actions. Changes take effect at once. */
export function ChannelKeyList({ channelId }: { readonly channelId: number }) {
  const { t } = useTranslation();
  const { data: keys = [] } = useListChannelKeysQuery(channelId);
  return (
    <FormGroup label={t('channel.keys_in_use')} helperText={t('channel.keys_in_use_hint')}>
      <ul className="plain-list">
        {keys.map(item => (
          <KeyRow key={item.id} channelId={channelId} item={item} isOnly={keys.length === 1} />
        ))}
      </ul>
      <AddKeys channelId={channelId} />
    </FormGroup>
  );
}
