import { type ChannelView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptDraft, type KeptDraft } from '../../shared/form/kept-drafts';
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
import { useFirstTest } from './use-first-test';

export interface ChannelForm {
  /** Null while the channel was never saved. */
  readonly id: number | null;
  /** True when the saved channel holds several keys. */
  readonly hasSeveralKeys: boolean;
  readonly draft: ChannelDraft;
  readonly kept: KeptDraft;
  readonly fault: ChannelFault | null;
  readonly isBusy: boolean;
  readonly isTesting: boolean;
  /** Why the test after the last save failed; empty when it did not. */
  readonly testFault: string;
  readonly isFetchingModels: boolean;
  /** True opens an empty form after a new channel, instead of closing. */
  readonly hasNext: boolean;
  readonly setNext: (hasNext: boolean) => void;
  /** Counts the channels that were made without closing the form. */
  readonly round: number;
  readonly set: (changes: Partial<ChannelDraft>) => void;
  readonly setType: (type: number) => void;
  /** Fills in the values of a provider of the same protocol. */
  readonly setPreset: (id: string) => void;
  /** Puts the stored key into the key field. */
  readonly revealKey: () => Promise<void>;
  /** Adds the model names that the provider offers. */
  readonly fetchModels: () => Promise<void>;
  readonly submit: () => Promise<void>;
  /** Saves, calls the provider, and keeps the form open when that failed. */
  readonly saveAndTest: () => Promise<void>;
}

function emptyDraft(): ChannelDraft {
  return withType(newChannelDraft, newChannelDraft.type);
}

/** Sends the draft to the server. */
function useSaving() {
  const { t } = useTranslation();
  const [createChannel, { isLoading: isCreating }] = useCreateChannelMutation();
  const [editChannel, { isLoading: isEditing }] = useEditChannelMutation();

  /** @returns the ids of what was saved; null after a refusal, which the listener shows while the form stays open */
  const save = async (draft: ChannelDraft, id: number | null): Promise<readonly number[] | null> => {
    if (id !== null) {
      const { error } = await editChannel(toEdit(draft, id));
      if (error) return null;
      notices.success(t('channel.edited'));
      return [id];
    }
    const { data, error } = await createChannel(toCreate(draft));
    if (error) return null;
    notices.success(t('channel.created'));
    return data ?? [];
  };

  return { save, isBusy: isCreating || isEditing };
}

/** Reads the provider's list of models for what the form holds. */
function useModelFetch(channel: ChannelView | null) {
  const { t } = useTranslation();
  const [fetchSaved, { isLoading: isFetchingSaved }] = useFetchSavedModelsMutation();
  const [fetchUnsaved, { isLoading: isFetchingUnsaved }] = useFetchModelsMutation();

  const fetchModels = async (draft: ChannelDraft, id: number | null): Promise<readonly string[]> => {
    if (id === null && draft.key.trim() === '') {
      notices.error(t('channel.fetch_key'));
      return [];
    }
    // What was typed takes precedence, so the saved channel is asked only when nothing that matters was typed.
    const typed = toModelFetch(draft, id);
    const isSaved = channel && JSON.stringify(typed) === JSON.stringify(toModelFetch(toDraft(channel), channel.id));
    const { data: models } = isSaved ? await fetchSaved(channel.id) : await fetchUnsaved(typed);
    if (models) notices.success(t('channel.fetched', { count: models.length }));
    return models ?? [];
  };

  return { fetchModels, isFetching: isFetchingSaved || isFetchingUnsaved };
}

/** What is typed, and the first fault that the last attempt to save has found. */
function useChannelDraft(channel: ChannelView | null) {
  const { t } = useTranslation();
  const name = `channel/${channel?.id ?? 'new'}`;
  const { draft, setDraft, kept } = useKeptDraft(name, () => (channel ? toDraft(channel) : emptyDraft()));
  const [fault, setFault] = useState<ChannelFault | null>(null);
  const change = (next: (current: ChannelDraft) => ChannelDraft) => {
    setFault(null);
    setDraft(next);
  };
  /** Marks and says the first fault. @returns whether there is none */
  const check = (id: number | null): boolean => {
    const found = findChannelFault(draft, { isNew: id === null });
    setFault(found);
    if (found) notices.error(t(`channel.fault_${found}`));
    return found === null;
  };
  return { draft, fault, check, change, kept };
}

/** Whether another channel follows a new one, and how many have been made without closing the form. */
function useNextChannel() {
  const [hasNext, setNext] = useState(false);
  const [round, setRound] = useState(0);
  /** A new channel that was saved and whose test failed: the next save changes it. */
  const [savedId, keep] = useState<number | null>(null);
  const begin = () => {
    keep(null);
    setRound(current => current + 1);
  };
  return { savedId, keep, begin, shown: { hasNext, setNext, round } };
}

/**
 * The state and the actions of the channel form.
 *
 * @param channel the channel to edit, or null to create one
 * @param onDone called after the server has accepted the channel
 */
export function useChannelForm(channel: ChannelView | null, onDone: () => void): ChannelForm {
  const { draft, fault, check, change, kept } = useChannelDraft(channel);
  const next = useNextChannel();
  const saving = useSaving();
  const test = useFirstTest();
  const models = useModelFetch(channel);
  const [getKey] = useLazyGetChannelKeyQuery();
  const id = channel?.id ?? next.savedId;

  /** A saved channel keeps its name, whatever its type becomes. */
  const changeProvider = (to: (current: ChannelDraft) => ChannelDraft) =>
    change(current => (id === null ? to(current) : { ...to(current), name: current.name }));
  const save = async () => (check(id) ? saving.save(draft, id) : null);
  const finish = () => {
    kept.discard();
    if (channel || !next.shown.hasNext) return onDone();
    change(emptyDraft);
    next.begin();
  };

  return {
    id,
    hasSeveralKeys: channel?.several_keys ?? false,
    draft,
    kept,
    fault,
    isBusy: saving.isBusy,
    isTesting: test.isTesting,
    testFault: test.fault,
    isFetchingModels: models.isFetching,
    ...next.shown,
    set: changes => change(current => ({ ...current, ...changes })),
    setType: type => changeProvider(current => withType(current, type)),
    setPreset: preset => changeProvider(current => withPreset(current, preset)),
    revealKey: async () => {
      const { data: key } = await getKey(id ?? 0);
      if (key) change(current => ({ ...current, key }));
    },
    fetchModels: async () => {
      const found = await models.fetchModels(draft, id);
      change(current => ({ ...current, models: [...new Set([...current.models, ...found])] }));
    },
    submit: async () => {
      if (await save()) finish();
    },
    saveAndTest: async () => {
      const ids = await save();
      if (!ids) return;
      if (await test.run(draft.name.trim(), ids)) return finish();
      if (ids.length === 1) next.keep(ids[0] ?? null);
      else finish(); // the form cannot stand for several channels; the notices say which tests failed
    },
  };
}
