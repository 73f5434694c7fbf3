import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { prettyJson } from './form/json';
import { useCopy } from './use-copy';

export interface JsonDialogProps {
  readonly title: string;
  /** JSON is put into shape, other text is shown as it is; null closes the dialog. */
  readonly text: string | null;
  readonly onClose: () => void;
}

/** A raw record to read and to copy. */
export function JsonDialog({ title, text, onClose }: JsonDialogProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const shown = prettyJson(text ?? '');
  return (
    <Dialog isOpen={text !== null} title={title} onClose={onClose}>
      <DialogBody>
        <pre className="json-text" tabIndex={0}>
          {shown}
        </pre>
      </DialogBody>
      <DialogFooter actions={<Button text={t('common.copy')} onClick={() => copy(shown)} />} />
    </Dialog>
  );
}
