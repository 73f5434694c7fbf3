import { Button, FileInput, FormGroup } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { MOVE_IN_FILE_BYTES_MAX, type MoveInFile, type MoveInFilePart } from '@contracts';
import { useId, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { formatBytes } from '../../../shared/format/bytes';
import { formatTime } from '../../../shared/format/time';
import { useRemoveMoveInFileMutation, useSendMoveInFileMutation } from './move-in-api';

interface FilePickerProps {
  readonly part: MoveInFilePart;
  readonly label: string;
  /** What the server has; null without a file. */
  readonly sent: MoveInFile | null;
  readonly isDisabled: boolean;
}

/** Sends a database file as soon as it is chosen, and shows what has arrived. */
export function FilePicker({ part, label, sent, isDisabled }: FilePickerProps) {
  const { t } = useTranslation();
  const id = useId();
  const [send, { isLoading }] = useSendMoveInFileMutation();
  const [remove, { isLoading: isRemoving }] = useRemoveMoveInFileMutation();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = ''; // the same file may be chosen again
    if (!file) return;
    if (file.size > MOVE_IN_FILE_BYTES_MAX) return notices.error(t('move_in.too_large'));
    const { error } = await send({ part, file });
    if (!error) notices.success(t('move_in.file_sent'));
  };
  const state = isLoading
    ? t('move_in.sending')
    : sent
      ? t('move_in.file_state', { size: formatBytes(sent.bytes), time: formatTime(sent.sent_at) })
      : t('move_in.no_file');
  return (
    <FormGroup label={label} labelFor={id} helperText={t('move_in.file_hint')}>
      <div className="cluster">
        <FileInput
          text={state}
          buttonText={t('move_in.browse')}
          disabled={isDisabled || isLoading}
          hasSelection={sent !== null}
          inputProps={{ id, onChange: event => void choose(event as ChangeEvent<HTMLInputElement>) }}
        />
        {sent && (
          <Button
            icon={<Trash />}
            text={t('move_in.remove_file')}
            loading={isRemoving}
            disabled={isDisabled}
            onClick={() => void remove(part)}
          />
        )}
      </div>
    </FormGroup>
  );
}
