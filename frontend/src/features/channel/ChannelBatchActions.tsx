import { Button, Intent } from '@blueprintjs/core';
import { Edit, Undo } from '@blueprintjs/icons';
import { CHANNEL_BULK_MAX } from '@contracts';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';

interface ChannelBatchActionsProps {
  readonly isBatchMode: boolean;
  readonly chosenCount: number;
  readonly onEditChosen: () => void;
  readonly onDeleteChosen: () => void;
  /** Reverts the last edit of many channels; null when there is none. */
  readonly onUndo: (() => void) | null;
  readonly isBusy: boolean;
  /** The tag that the table is filtered by; empty for none. */
  readonly tag: string;
  readonly onEditTag: () => void;
}

/** The actions for the selected channels, and the button that reverts the last edit. */
export function ChannelBatchActions(props: ChannelBatchActionsProps) {
  const { t } = useTranslation();
  const { isBatchMode, chosenCount: count, isBusy } = props;
  const editChosen = () => {
    if (count === 0) return notices.warning(t('channel.select_to_edit'));
    if (count > CHANNEL_BULK_MAX) return notices.warning(t('channel.bulk_too_many', { max: CHANNEL_BULK_MAX }));
    props.onEditChosen();
  };
  return (
    <>
      {isBatchMode && (
        <>
          <Button
            icon={<Edit />}
            text={count === 0 ? t('channel.edit_chosen') : t('channel.edit_chosen_count', { count })}
            onClick={editChosen}
          />
          <DeleteChosen count={count} onConfirm={props.onDeleteChosen} />
        </>
      )}
      {props.tag !== '' && (
        <Button icon={<Edit />} text={t('channel.edit_tag', { tag: props.tag })} onClick={props.onEditTag} />
      )}
      {props.onUndo && <Button icon={<Undo />} text={t('channel.bulk_undo')} loading={isBusy} onClick={props.onUndo} />}
    </>
  );
}

function DeleteChosen({ count, onConfirm }: { readonly count: number; readonly onConfirm: () => void }) {
  const { t } = useTranslation();
  if (count === 0) {
    return <Button text={t('channel.delete_chosen')} onClick={() => notices.warning(t('channel.select_first'))} />;
  }
  return (
    <ConfirmButton
      intent={Intent.DANGER}
      text={t('channel.delete_chosen')}
      question={t('channel.delete_chosen_question', { count })}
      warning={t('channel.delete_warning')}
      confirmLabel={t('common.delete')}
      onConfirm={onConfirm}
    />
  );
}
