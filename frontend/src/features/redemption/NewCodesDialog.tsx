import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { Download, Duplicate } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../shared/browser/save-file';
import { useCopy } from '../../shared/copy/use-copy';
import { codeFileName, codeFileText } from './redemption-form';
import { type NewCodes } from './use-redemption-form';

interface NewCodesDialogProps {
  readonly codes: NewCodes;
  readonly onClose: () => void;
}

/** Offers new codes as a text file with their name, and for the clipboard. They stay readable in the table. */
export function NewCodesDialog({ codes: { name, keys }, onClose }: NewCodesDialogProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const text = codeFileText(keys);
  const fileName = codeFileName(name);
  return (
    <Dialog isOpen title={t('redemption.created', { count: keys.length })} onClose={onClose}>
      <DialogBody>
        <p>{t('redemption.download_question', { file: fileName })}</p>
        <pre className="json-text new-codes" tabIndex={0} aria-label={t('redemption.codes')}>
          {text}
        </pre>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('redemption.close')} onClick={onClose} />
            <Button
              icon={<Duplicate />}
              text={t('common.copy')}
              onClick={() => copy(text.trimEnd(), t('redemption.copied', { count: keys.length }))}
            />
            <Button
              intent={Intent.PRIMARY}
              icon={<Download />}
              text={t('redemption.download')}
              onClick={() => saveFile(fileName, text, 'text/plain;charset=utf-8')}
            />
          </>
        }
      />
    </Dialog>
  );
}
