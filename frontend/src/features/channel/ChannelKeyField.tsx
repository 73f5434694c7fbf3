import { Button } from '@blueprintjs/core';
import { channelTypeOf, GENERIC_KEY_HINT } from '@contracts';
import { type ParseKeys, type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { AreaField, SwitchField } from '../../shared/form/fields';
import { ChannelKeyList } from './ChannelKeyList';
import { type ChannelForm } from './use-channel-form';

const ROWS_OF_DOCUMENT = 8;
const ROWS_OF_BATCH = 6;

/** Hints that are sentences, by channel type; hints that show a format are equal in every language. */
const spokenHints: Readonly<Record<number, ParseKeys>> = {
  2: 'channel.key_hint_image_task',
  4: 'channel.key_hint_any',
  5: 'channel.key_hint_image_task',
  36: 'channel.key_hint_music',
  41: 'channel.key_hint_document',
};

function hintOf(typeId: number, t: TFunction): string {
  const hint = channelTypeOf(typeId)?.keyHint ?? GENERIC_KEY_HINT;
  const spoken = spokenHints[typeId] ?? (hint === GENERIC_KEY_HINT ? 'channel.key_hint_generic' : undefined);
  return spoken ? t(spoken) : t('channel.key_hint', { hint });
}

/**
 * Asks whether there are several keys, and whether one channel holds them. An existing channel can only hold them all.
 */
function SeveralKeys({ form }: { readonly form: ChannelForm }) {
  const { t } = useTranslation();
  const { id, draft, set } = form;
  if (id !== null) {
    return (
      <SwitchField
        label={t('channel.shared_keys')}
        helper={t('channel.shared_keys_hint')}
        isOn={draft.isShared}
        onChange={isOn => set({ isBatch: isOn, isShared: isOn })}
      />
    );
  }
  return (
    <>
      <SwitchField
        label={t('channel.batch_keys')}
        helper={t('channel.batch_keys_hint')}
        isOn={draft.isBatch}
        onChange={isOn => set({ isBatch: isOn })}
      />
      {draft.isBatch && (
        <SwitchField
          label={t('channel.shared_keys')}
          helper={t('channel.shared_keys_hint')}
          isOn={draft.isShared}
          onChange={isOn => set({ isShared: isOn })}
        />
      )}
    </>
  );
}

/** The provider's key: one key, one key per line, or one document, depending on the type. */
export function ChannelKeyField({ form }: { readonly form: ChannelForm }) {
  const { t } = useTranslation();
  const { id, draft, fault, set } = form;
  const type = channelTypeOf(draft.type);
  const isDocument = type?.keyIsDocument ?? false;
  const isBatch = draft.isBatch && !isDocument;
  return (
    <>
      <AreaField
        label={isBatch ? t('channel.keys') : t('channel.key')}
        helper={
          <>
            {hintOf(draft.type, t)}
            {id !== null && (
              <span className="cluster">
                {form.hasSeveralKeys ? t('channel.keys_kept') : t('channel.key_kept')}
                <Button
                  size="small"
                  variant="minimal"
                  text={t('channel.key_show')}
                  onClick={() => void form.revealKey()}
                />
              </span>
            )}
          </>
        }
        fault={fault === 'name_key' && draft.key.trim() === '' ? t('channel.fault_name_key') : undefined}
        isRequired={id === null}
        isCode
        rows={isDocument ? ROWS_OF_DOCUMENT : isBatch ? ROWS_OF_BATCH : 2}
        value={draft.key}
        onChange={key => set({ key })}
      />
      {!isDocument && <SeveralKeys form={form} />}
      {id !== null && form.hasSeveralKeys && <ChannelKeyList channelId={id} />}
    </>
  );
}
