import { Dialog, DialogBody, FormGroup, InputGroup } from '@blueprintjs/core';
import { WECHAT_CODE_LIFETIME_SECONDS } from '@contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';
import { notices } from '../../shared/dialog/notices';

const SECONDS_PER_MINUTE = 60;
const CODE_MAX = 10;

interface WechatDialogProps {
  /** Address of the image of the official account's QR code. */
  readonly qrCode: string;
  readonly isBusy: boolean;
  /** What the code is used for; it is the label of the button. */
  readonly action: string;
  readonly onSubmit: (code: string) => void;
  readonly onClose: () => void;
}

/** Shows the QR code of the official account to follow and takes the code that this account sends. */
export function WechatDialog({ qrCode, isBusy, action, onSubmit, onClose }: WechatDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [code, setCode] = useState('');
  const submit = () => {
    if (code.trim() === '') return notices.warning(t('auth.code_missing'));
    onSubmit(code.trim());
  };
  return (
    <Dialog isOpen title={t('auth.wechat_title')} onClose={onClose} canOutsideClickClose={false} className="wechat">
      <form
        onSubmit={event => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogBody>
          {qrCode !== '' && <img className="wechat-code" src={qrCode} alt={t('auth.wechat_image')} />}
          <p>{t('auth.wechat_hint', { minutes: WECHAT_CODE_LIFETIME_SECONDS / SECONDS_PER_MINUTE })}</p>
          <FormGroup label={t('auth.code')} labelFor={id}>
            <InputGroup
              id={id}
              autoFocus
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={CODE_MAX}
              value={code}
              onValueChange={setCode}
            />
          </FormGroup>
        </DialogBody>
        <FormDialogFooter text={action} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
