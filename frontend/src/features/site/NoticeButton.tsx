import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { Notifications } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShellDialog } from '../../base/shell-dialogs';
import { RichText } from '../../shared/foreign/RichText';
import { readStored, writeStored } from '../../shared/browser/storage';
import { noticeMark } from './notice-mark';
import { useGetNoticeQuery } from '../../base/site/site-api';
import { LoadingLines } from '../../shared/display/states';

function NoticeText() {
  const { t } = useTranslation();
  const { data, isLoading, isError } = useGetNoticeQuery();
  if (isLoading) return <LoadingLines count={2} />;
  if (isError) return <p>{t('shell.notice_failed')}</p>;
  return data ? <RichText text={data} /> : <p className="muted">{t('shell.notice_empty')}</p>;
}

/** The announcement. It opens on a click, and by itself once in every browser for every changed text. */
export function NoticeButton() {
  const { t } = useTranslation();
  const { data } = useGetNoticeQuery();
  const dialog = useShellDialog('notice');
  const [seen, setSeen] = useState(() => readStored('notice-seen'));
  const mark = data ? noticeMark(data) : null;
  const isNew = mark !== null && mark !== seen;

  const close = () => {
    dialog.close();
    if (mark === null) return;
    writeStored('notice-seen', mark);
    setSeen(mark);
  };
  return (
    <>
      <Button
        variant="minimal"
        icon={<Notifications />}
        aria-label={t('shell.notice')}
        title={t('shell.notice')}
        onClick={dialog.open}
      />
      <Dialog isOpen={dialog.isOpen || isNew} title={t('shell.notice')} onClose={close}>
        <DialogBody className="notice-body">
          <NoticeText />
        </DialogBody>
        <DialogFooter actions={<Button intent={Intent.PRIMARY} text={t('shell.notice_read')} onClick={close} />} />
      </Dialog>
    </>
  );
}
