import { type ChannelView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import {
  useCreateChannelMutation,
  useEditChannelMutation,
  useFetchModelsMutation,
  useFetchSavedModelsMutation,
  useLazyGetChannelKeyQuery,
} from './channel-api';
import {
  findChannelFault,
  newChannelDraft,
  toCreate,
  toDraft,
  toEdit,
  toModelFetch,
  withPreset,
  withType,
  type ChannelDraft,
  type ChannelFault,
} from './channel-form';

export interface ChannelForm {
  /** Null while a new channel is being created. */
  readonly id: number | null;
  /** True when the saved channel holds several keys. */
  readonly hasSeveralKeys: boolean;
  readonly draft: ChannelDraft;
  readonly fault: ChannelFault | null;
  readonly isBusy: boolean;
  readonly isFetchingModels: boolean;
  readonly set: (changes: Partial<ChannelDraft>) => void;
  readonly setType: (type: number) => void;
  /** Fills in the values of a provider of the same protocol; empty for none. */
  readonly setPreset: (id: string) => void;
  /** Puts the stored key into the key field. */
  readonly revealKey: () => Promise<void>;
  /** Adds the model names that the provider offers. */
  readonly fetchModels: () => Promise<void>;
  readonly submit: () => Promise<void>;
}

/**
 * The state and the actions of the channel form.
 *
 * @param channel the channel to edit, or null to create one
 * @param onDone called after the server has accepted the channel
 */
export function useChannelForm(channel: ChannelView | null, onDone: () => void): ChannelForm {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<ChannelDraft>(() =>
    channel ? toDraft(channel) : withType(newChannelDraft, newChannelDraft.type),
  );
  const [fault, setFault] = useState<ChannelFault | null>(null);
  const [createChannel, { isLoading: isCreating }] = useCreateChannelMutation();
  const [editChannel, { isLoading: isEditing }] = useEditChannelMutation();
  const [getKey] = useLazyGetChannelKeyQuery();
  const [fetchSaved, { isLoading: isFetchingSaved }] = useFetchSavedModelsMutation();
  const [fetchUnsaved, { isLoading: isFetchingUnsaved }] = useFetchModelsMutation();

  const change = (next: (current: ChannelDraft) => ChannelDraft) => {
    setFault(null);
    setDraft(next);
  };

  const fetchModels = async () => {
    if (!channel && draft.key.trim() === '') return notices.error(t('channel.fetch_key'));
    // What was typed takes precedence, so the saved channel is asked only when nothing that matters was typed.
    const typed = toModelFetch(draft, channel?.id ?? null);
    const isSaved = channel && JSON.stringify(typed) === JSON.stringify(toModelFetch(toDraft(channel), channel.id));
    const answer = isSaved ? await fetchSaved(channel.id) : await fetchUnsaved(typed);
    if (!answer.data) return;
    const models = answer.data;
    change(current => ({ ...current, models: [...new Set([...current.models, ...models])] }));
    notices.success(t('channel.fetched', { count: models.length }));
  };

  const submit = async () => {
    const found = findChannelFault(draft, { isNew: !channel });
    setFault(found);
    if (found) return notices.error(t(`channel.fault_${found}`));
    const { error } = channel ? await editChannel(toEdit(draft, channel.id)) : await createChannel(toCreate(draft));
    if (error) return; // the listener shows the error; the form stays open
    notices.success(channel ? t('channel.edited') : t('channel.created'));
    onDone();
  };

  return {
    id: channel?.id ?? null,
    hasSeveralKeys: channel?.several_keys ?? false,
    draft,
    fault,
    isBusy: isCreating || isEditing,
    isFetchingModels: isFetchingSaved || isFetchingUnsaved,
    set: changes => change(current => ({ ...current, ...changes })),
    setType: type => change(current => withType(current, type)),
    setPreset: id => change(current => withPreset(current, id)),
    revealKey: async () => {
      const { data: key } = await getKey(channel?.id ?? 0);
      if (key) change(current => ({ ...current, key }));
    },
    fetchModels,
    submit,
  };
}
