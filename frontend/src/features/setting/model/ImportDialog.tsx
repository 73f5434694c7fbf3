import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaField } from '../../../shared/form/fields';

interface ImportDialogProps {
  readonly isOpen: boolean;
  /** Returns whether the text could be used; otherwise the error has been shown. */
  readonly onImport: (text: string) => boolean;
  readonly onClose: () => void;
}

const ROWS = 10;

/** Imports a pasted configuration; an invalid text stays in the field. */
export function ImportDialog({ isOpen, onImport, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const submit = () => {
    if (!onImport(text)) return;
    setText('');
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} title={t('manufacturer.import')} onClose={onClose}>
      <DialogBody>
        <p className="muted">{t('manufacturer.import_hint')}</p>
        <AreaField label={t('manufacturer.import_text')} rows={ROWS} isCode value={text} onChange={setText} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common.cancel')} onClick={onClose} />
            <Button intent={Intent.PRIMARY} text={t('manufacturer.import_submit')} onClick={submit} />
          </>
        }
      />
    </Dialog>
  );
}
