import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { Envelope } from '@blueprintjs/icons';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialogFooter } from '../../../shared/dialog/FormDialogFooter';
import { notices } from '../../../shared/dialog/notices';
import { TextField } from '../../../shared/form/fields';
import { useSendTestMailMutation } from '../setting-api';

/** Asks for a receiver and sends one mail with the saved settings. */
export function TestMailButton() {
  const { t } = useTranslation();
  const [sendTestMail, { isLoading }] = useSendTestMailMutation();
  const [isOpen, setOpen] = useState(false);
  const [receiver, setReceiver] = useState('');

  const send = async () => {
    const { data: sentence } = await sendTestMail(receiver.trim() === '' ? {} : { to: receiver.trim() });
    if (sentence === undefined) return;
    notices.success(sentence || t('common.operation_done'));
    setOpen(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // the dialog belongs to the card, whose own form must not be submitted
    void send();
  };

  return (
    <>
      <Button icon={<Envelope />} text={t('setting.test_mail')} onClick={() => setOpen(true)} />
      <Dialog isOpen={isOpen} title={t('setting.test_mail')} onClose={() => setOpen(false)}>
        <form onSubmit={submit}>
          <DialogBody>
            <p className="muted">{t('setting.test_mail_hint')}</p>
            <TextField
              label={t('setting.test_mail_to')}
              helper={t('setting.test_mail_to_hint')}
              value={receiver}
              onChange={setReceiver}
              autoFocus
            />
          </DialogBody>
          <FormDialogFooter text={t('setting.test_mail_send')} isBusy={isLoading} onCancel={() => setOpen(false)} />
        </form>
      </Dialog>
    </>
  );
}
