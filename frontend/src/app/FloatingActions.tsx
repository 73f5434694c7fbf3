import { Button, Dialog, DialogBody, DialogFooter, Intent, Popover, Spinner } from '@blueprintjs/core';
import { Flash, Headset, Moon, Notifications } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetContactInfoQuery, useGetNoticeQuery } from '../features/site/site-api';
import { RichText } from '../shared/RichText';
import { themeChosen } from './appearance-slice';
import { useAppDispatch, useAppSelector } from './store';

function ContactButton() {
  const { t } = useTranslation();
  const { data } = useGetContactInfoQuery();
  if (!data?.QQContact && !data?.WeChatContact) return null;
  const content = (
    <div className="contact">
      {data.WeChatContact && <p>{t('shell.wechat', { value: data.WeChatContact })}</p>}
      {data.QQContact && <p>{t('shell.qq', { value: data.QQContact })}</p>}
    </div>
  );
  return (
    <Popover content={content} placement="left">
      <Button className="floating-button" icon={<Headset />} aria-label={t('shell.contact')} />
    </Popover>
  );
}

function NoticeText() {
  const { t } = useTranslation();
  const { data, isLoading, isError } = useGetNoticeQuery();
  if (isLoading) return <Spinner size={24} aria-label={t('common.loading')} />;
  if (isError) return <p>{t('shell.notice_failed')}</p>;
  return data ? <RichText text={data} /> : <p className="muted">{t('shell.notice_empty')}</p>;
}

function NoticeButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        className="floating-button"
        icon={<Notifications />}
        aria-label={t('shell.notice')}
        onClick={() => setOpen(true)}
      />
      <Dialog isOpen={isOpen} title={t('shell.notice')} onClose={close}>
        <DialogBody className="notice-body">
          <NoticeText />
        </DialogBody>
        <DialogFooter actions={<Button intent={Intent.PRIMARY} text={t('shell.notice_read')} onClick={close} />} />
      </Dialog>
    </>
  );
}

function ThemeButton() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const isDark = useAppSelector(state => state.appearance.theme === 'dark');
  return (
    <Button
      className="floating-button"
      icon={isDark ? <Flash /> : <Moon />}
      aria-label={isDark ? t('shell.light_theme') : t('shell.dark_theme')}
      onClick={() => dispatch(themeChosen(isDark ? 'light' : 'dark'))}
    />
  );
}

/** Contact, theme and announcements, reachable from every page. */
export function FloatingActions() {
  return (
    <aside className="floating-actions">
      <ContactButton />
      <ThemeButton />
      <NoticeButton />
    </aside>
  );
}
