import { Button, Card, Classes, Dialog, DialogBody, H5 } from '@blueprintjs/core';
import { Envelope } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { TelegramWidget } from '../../base/sign-in/TelegramWidget';
import { telegramBindUrl } from '../../base/sign-in/telegram-return';
import { useProviderStart } from '../../base/sign-in/use-provider-start';
import { WechatDialog } from '../../base/sign-in/WechatDialog';
import { useStatus } from '../../base/site/use-status';
import { useGetSelfQuery } from '../../base/session/user-api';
import { bindWaysOf, type BindWay } from './bind-ways';
import { EmailDialog } from './EmailDialog';
import { FactRow } from './FactRow';
import { useBindWechatMutation, useUnbindMutation } from './personal-api';

type OpenDialog = 'email' | 'wechat' | 'telegram' | null;

function BindWechatDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { wechat_qrcode: qrCode = '' } = useStatus();
  const [bindWechat, { isLoading }] = useBindWechatMutation();
  const submit = async (code: string) => {
    const { error } = await bindWechat({ code });
    if (error) return;
    notices.success(t('personal.wechat_bound'));
    onClose();
  };
  return (
    <WechatDialog
      qrCode={qrCode}
      isBusy={isLoading}
      action={t('personal.bind')}
      onSubmit={code => void submit(code)}
      onClose={onClose}
    />
  );
}

/** The widget is in a dialog, so that the foreign script is loaded only for users who want it. */
function TelegramDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { telegram_bot_name: botName = '' } = useStatus();
  return (
    <Dialog isOpen title={t('personal.telegram_title')} onClose={onClose}>
      <DialogBody>
        <p>{t('personal.telegram_hint')}</p>
        <TelegramWidget botName={botName} returnUrl={telegramBindUrl()} />
      </DialogBody>
    </Dialog>
  );
}

function EmailRow({ email, onBind }: { readonly email: string; readonly onBind: () => void }) {
  const { t } = useTranslation();
  const action = email ? t('personal.change') : t('personal.bind');
  return (
    <FactRow
      icon={<Envelope />}
      name={t('personal.email')}
      actions={
        <Button text={action} aria-label={t('personal.of', { action, name: t('personal.email') })} onClick={onBind} />
      }
    >
      {email || t('personal.not_bound')}
    </FactRow>
  );
}

interface WayRowProps {
  readonly way: BindWay;
  readonly isBusy: boolean;
  readonly onBind: () => void;
}

function WayRow({ way: { provider, name, icon, account }, isBusy, onBind }: WayRowProps) {
  const { t } = useTranslation();
  const [unbind, { isLoading }] = useUnbindMutation();
  const remove = async () => {
    if (!(await unbind(provider)).error) notices.success(t('personal.unbound', { name }));
  };
  const action = account
    ? { text: t('personal.unbind'), label: t('personal.of', { action: t('personal.unbind'), name }) }
    : { text: t('personal.bind'), label: t('personal.of', { action: t('personal.bind'), name }) };
  const button = account ? (
    <ConfirmButton
      text={action.text}
      aria-label={action.label}
      loading={isLoading}
      question={t('personal.unbind_question', { name })}
      warning={t('personal.unbind_warning')}
      confirmLabel={t('personal.unbind')}
      onConfirm={() => void remove()}
    />
  ) : (
    <Button text={action.text} aria-label={action.label} loading={isBusy} onClick={onBind} />
  );
  return (
    <FactRow icon={icon} name={name} actions={button}>
      {account || t('personal.not_bound')}
    </FactRow>
  );
}

/** The e-mail address and the accounts at other sites that can sign in to this account. */
export function BindingCard() {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: user } = useGetSelfQuery();
  const { busy, start } = useProviderStart();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const bind = ({ provider }: BindWay) =>
    provider === 'wechat' || provider === 'telegram' ? setDialog(provider) : void start(provider);
  return (
    <Card className="draft-card">
      <H5>{t('personal.bindings')}</H5>
      <p className="muted">{t('personal.bindings_hint')}</p>
      {user ? (
        <ul className="fact-rows">
          <EmailRow email={user.email} onBind={() => setDialog('email')} />
          {bindWaysOf(user, status, t).map(way => (
            <WayRow key={way.provider} way={way} isBusy={busy === way.provider} onBind={() => bind(way)} />
          ))}
        </ul>
      ) : (
        <p className={Classes.SKELETON}>…</p>
      )}
      {dialog === 'email' && <EmailDialog onClose={close} />}
      {dialog === 'wechat' && <BindWechatDialog onClose={close} />}
      {dialog === 'telegram' && <TelegramDialog onClose={close} />}
    </Card>
  );
}
