import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { Download, Duplicate } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../shared/browser/save-file';
import { useCopy } from '../../shared/copy/use-copy';
import { useStatus } from '../../base/site/use-status';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows codes that cannot be read again later, so it closes by its own button only. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { system_name: site } = useStatus();
  const text = codes.join('\n');
  const save = () =>
    saveFile(
      'recovery-codes.txt',
      `${t('personal.codes_file', { site, address: window.location.host })}\n\n${text}\n`,
      'text/plain;charset=utf-8',
    );
  return (
    <Dialog
      isOpen
      title={t('personal.codes')}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      isCloseButtonShown={false}
      onClose={onClose}
    >
      <DialogBody>
        <Callout compact className="block" intent={Intent.WARNING}>
          {t('personal.codes_hint')}
        </Callout>
        <ul className="recovery-codes" aria-label={t('personal.codes')}>
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="form-actions">
          <Button icon={<Duplicate />} text={t('common.copy')} onClick={() => copy(text, t('personal.codes_copied'))} />
          <Button icon={<Download />} text={t('personal.codes_save')} onClick={save} />
        </div>
      </DialogBody>
      <DialogFooter actions={<Button intent={Intent.PRIMARY} text={t('personal.codes_kept')} onClick={onClose} />} />
    </Dialog>
  );
}
