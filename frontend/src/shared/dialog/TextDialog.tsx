import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../copy/use-copy';

interface TextDialogProps {
  readonly title: string;
  /** The text that is shown and copied unchanged; null closes the dialog. */
  readonly text: string | null;
  readonly onClose: () => void;
}

/** A dialog with a long text to read and to copy. */
export function TextDialog({ title, text, onClose }: TextDialogProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Dialog isOpen={text !== null} title={title} onClose={onClose}>
      <DialogBody>
        <pre className="json-text" tabIndex={0}>
          {text}
        </pre>
      </DialogBody>
      <DialogFooter actions={<Button text={t('common.copy')} onClick={() => copy(text ?? '')} />} />
    </Dialog>
  );
}
