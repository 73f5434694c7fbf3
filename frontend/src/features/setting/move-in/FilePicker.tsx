import { Button, FormGroup } from '@blueprintjs/core';
import { Trash, Upload } from '@blueprintjs/icons';
import { MOVE_IN_FILE_BYTES_MAX, type MoveInFile, type MoveInFilePart } from '@contracts';
import { type TFunction } from 'i18next';
import { useId, useRef } from 'react';
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
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MOVE_IN_FILE_BYTES_MAX) return notices.error(t('move_in.too_large'));
    const { error } = await send({ part, file });
    if (!error) notices.success(t('move_in.file_sent'));
  };
  return (
    <FormGroup label={label} labelFor={id} helperText={t('move_in.file_hint')}>
      <div className="cluster">
        <Button
          id={id}
          icon={<Upload />}
          text={t('move_in.browse')}
          loading={isLoading}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        />
        <span role="status">{stateOf(sent, isLoading, t)}</span>
        {sent && (
          <Button
            variant="minimal"
            icon={<Trash />}
            text={t('move_in.remove_file')}
            loading={isRemoving}
            disabled={isDisabled || isLoading}
            onClick={() => void remove(part)}
          />
        )}
        <input
          ref={input}
          hidden
          type="file"
          aria-label={label}
          onChange={event => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = ''; // allows the same file to be chosen again
          }}
        />
      </div>
    </FormGroup>
  );
}

function stateOf(sent: MoveInFile | null, isLoading: boolean, t: TFunction): string {
  if (isLoading) return t('move_in.sending');
  if (sent === null) return t('move_in.no_file');
  return t('move_in.file_state', { size: formatBytes(sent.bytes), time: formatTime(sent.sent_at) });
}
