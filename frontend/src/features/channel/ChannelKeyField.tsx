import { Button } from '@blueprintjs/core';
import { channelTypeOf } from '@contracts';
import { useTranslation } from 'react-i18next';
import { AreaField, SwitchField } from '../../shared/form/fields';
import type { ChannelForm } from './use-channel-form';

const ROWS_OF_DOCUMENT = 8;
const ROWS_OF_BATCH = 6;

/** The vendor's key: one, one per line, or one document, as the type wants it. */
export function ChannelKeyField({ form }: { readonly form: ChannelForm }) {
  const { t } = useTranslation();
  const { id, draft, fault, set } = form;
  const type = channelTypeOf(draft.type);
  const isDocument = type?.keyIsDocument ?? false;
  const isBatch = draft.isBatch && !isDocument;
  const hint = type?.keyHint ?? '';
  return (
    <>
      <AreaField
        label={isBatch ? t('channel.keys') : t('channel.key')}
        helper={
          <>
            {t('channel.key_hint', { hint })}
            {id !== null && (
              <span className="cluster">
                {t('channel.key_kept')}
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
      {id === null && !isDocument && (
        <SwitchField
          label={t('channel.batch_keys')}
          helper={t('channel.batch_keys_hint')}
          isOn={draft.isBatch}
          onChange={isOn => set({ isBatch: isOn })}
        />
      )}
    </>
  );
}
