import { type ChannelBulkResult, type ChannelBulkStep } from '@contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useBulkEditChannelsMutation } from './channel-api';
import { toUndo } from './channel-bulk-form';

/** More ids than this would make a notice unreadable. */
const IDS_SHOWN_MAX = 10;

function numbered(ids: readonly number[]): string {
  const shown = ids.slice(0, IDS_SHOWN_MAX).map(id => `#${id}`);
  return [...shown, ...(ids.length > IDS_SHOWN_MAX ? ['…'] : [])].join(', ');
}

interface BulkEdit {
  readonly isBusy: boolean;
  /** @returns whether the server has accepted the edit */
  readonly edit: (step: ChannelBulkStep) => Promise<boolean>;
  /** Reverts the last edit; null when there is none, or when it was reverted. */
  readonly undo: (() => void) | null;
}

/**
 * The edit of many channels with its undo, which is offered in a notice at once, and on the page until the next edit.
 */
export function useBulkEdit(): BulkEdit {
  const { t } = useTranslation();
  const [send, { isLoading }] = useBulkEditChannelsMutation();
  const [undoSteps, setUndoSteps] = useState<readonly ChannelBulkStep[] | null>(null);
  const withdrawOffer = useRef<() => void>(() => undefined);
  useEffect(() => () => withdrawOffer.current(), []); // the undo ends with the page

  /** Appends the channels that an edit skipped to a sentence. */
  const withSkipped = (sentence: string, { skipped }: ChannelBulkResult) => {
    if (skipped.length === 0) return sentence;
    const ids = numbered(skipped.map(({ id }) => id));
    return `${sentence} ${t('channel.bulk_skipped', { count: skipped.length, ids })}`;
  };

  const undo = async (steps: readonly ChannelBulkStep[]) => {
    withdrawOffer.current();
    const { data } = await send({ steps });
    if (!data) return; // the listener shows the error; the undo stays possible
    setUndoSteps(null);
    const sentence = withSkipped(t('channel.bulk_undone', { count: data.changed.length }), data);
    if (data.skipped.length === 0) notices.success(sentence);
    else notices.warning(sentence);
  };

  const edit = async (step: ChannelBulkStep) => {
    const { data } = await send({ steps: [step] });
    if (!data) return false; // shown by the listener
    const count = data.changed.length;
    if (count === 0) {
      notices.info(withSkipped(t('channel.bulk_unchanged'), data));
      return true;
    }
    const steps = toUndo(data.changed);
    withdrawOffer.current();
    setUndoSteps(steps);
    withdrawOffer.current = notices.offer(withSkipped(t('channel.bulk_changed', { count }), data), {
      label: t('common.undo'),
      onChoose: () => void undo(steps),
    });
    return true;
  };

  return { isBusy: isLoading, edit, undo: undoSteps && (() => void undo(undoSteps)) };
}
