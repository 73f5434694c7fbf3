import { type ChannelEdit, type ChannelView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { formatDuration } from '../../shared/format/duration';
import {
  useCopyChannelMutation,
  useDeleteChannelMutation,
  useEditChannelMutation,
  useTestChannelMutation,
  useUpdateBalanceMutation,
} from './channel-api';

const MS_PER_SECOND = 1000;

/** The actions of a row of the channel table. */
export interface ChannelRowActions {
  readonly edit: (channel: ChannelView) => void;
  /** Changes status, priority or weight of one channel. */
  readonly change: (change: ChannelEdit) => void;
  /** Tests a channel; an empty model leaves the choice to the channel. */
  readonly test: (channel: ChannelView, model: string) => void;
  /** Channels whose test is under way. */
  readonly testing: ReadonlySet<number>;
  readonly updateBalance: (channel: ChannelView) => void;
  readonly copy: (channel: ChannelView) => void;
  readonly remove: (channel: ChannelView) => void;
}

/** A set of ids, and a function that keeps an id in it during a call. */
function useBusyIds() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const during = useMemo(
    () =>
      async <Result>(id: number, call: Promise<Result>): Promise<Result> => {
        setIds(current => new Set(current).add(id));
        try {
          return await call;
        } finally {
          setIds(current => new Set([...current].filter(other => other !== id)));
        }
      },
    [],
  );
  return { ids, during };
}

/** The calls behind the buttons of a row, each with its notice; the listener shows failures. */
export function useChannelActions(showEdit: (id: number) => void): ChannelRowActions {
  const { t, i18n } = useTranslation();
  const announce = useAnnounce();
  const [editChannel] = useEditChannelMutation();
  const [testChannel] = useTestChannelMutation();
  const [updateBalance] = useUpdateBalanceMutation();
  const [copyChannel] = useCopyChannelMutation();
  const [deleteChannel] = useDeleteChannelMutation();
  const { ids: testing, during } = useBusyIds();

  return useMemo(
    () => ({
      edit: channel => showEdit(channel.id),
      testing,
      change: change => void announce(editChannel(change)),
      test: async ({ id, name }, model) => {
        const { data: seconds } = await during(id, testChannel({ id, model }));
        if (seconds !== undefined)
          notices.success(t('channel.tested', { name, time: formatDuration(seconds * MS_PER_SECOND, i18n.language) }));
      },
      updateBalance: async ({ id, name }) => {
        const { data: balance } = await updateBalance(id);
        if (balance !== undefined) notices.success(t('channel.balance_is', { name, balance: balance.toFixed(2) }));
      },
      copy: ({ id }) => {
        const said = { missing: t('channel.copy_missing'), failed: t('channel.copy_failed') };
        void announce(copyChannel({ id, suffix: t('channel.copy_suffix'), ...said }));
      },
      remove: ({ id }) => void announce(deleteChannel(id)),
    }),
    [showEdit, testing, during, announce, editChannel, testChannel, updateBalance, copyChannel, deleteChannel, t, i18n],
  );
}
