import { Button, Divider } from '@blueprintjs/core';
import { Chat, Comment, GitBranch, IdNumber, Key } from '@blueprintjs/icons';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus, type KnownStatus } from '../../../base/site/use-status';
import { useSignInByWechatMutation, type NewAccountCodes, type RedirectProvider } from '../../../base/sign-in/auth-api';
import { useEntry } from '../use-entry';
import { providerNames } from '../../../base/sign-in/provider-names';
import { telegramSignInUrl } from '../../../base/sign-in/telegram-return';
import { TelegramWidget } from '../../../base/sign-in/TelegramWidget';
import { canUsePasskeys } from '../../../base/sign-in/can-use-passkeys';
import { usePasskeySignIn } from './use-passkey-sign-in';
import { useProviderStart } from '../../../base/sign-in/use-provider-start';
import { START_PATH } from '../start-path';

const WechatDialog = lazy(async () => ({
  default: (await import('../../../base/sign-in/WechatDialog')).WechatDialog,
}));

interface SignInWaysProps {
  /** The inviter's code for an account that may be created during the sign-in; empty when there is none. */
  readonly inviteCode: string;
  /** A registration code for such an account. Default: none. */
  readonly entryCode?: string;
}

/** True when any way to sign in besides the password is switched on. */
function hasSignInWays(status: KnownStatus): boolean {
  return Boolean(
    status.github_oauth ||
    status.linuxdo_oauth ||
    status.oidc_login ||
    status.wechat_login ||
    hasTelegram(status) ||
    hasPasskeys(status),
  );
}

function hasTelegram({ telegram_oauth: isOn, telegram_bot_name: botName }: KnownStatus): boolean {
  return isOn === true && Boolean(botName);
}

function hasPasskeys({ passkey_login: isOn }: KnownStatus): boolean {
  return isOn === true && canUsePasskeys();
}

/** The ways to sign in besides the password; each is shown only when it is switched on. */
export function SignInWays({ inviteCode, entryCode = '' }: SignInWaysProps) {
  const { t } = useTranslation();
  const status = useStatus();
  if (!hasSignInWays(status)) return null;
  const codes = { aff: inviteCode || undefined, registration_code: entryCode || undefined };
  return (
    <section aria-label={t('auth.ways')} className="ways">
      <div className="ways-title muted">
        <Divider />
        <span>{t('auth.ways')}</span>
        <Divider />
      </div>
      <div className="ways-buttons">
        {hasPasskeys(status) && <PasskeyWay />}
        <RedirectWays status={status} codes={codes} />
        {status.wechat_login && <WechatWay qrCode={status.wechat_qrcode ?? ''} codes={codes} />}
      </div>
      {hasTelegram(status) && <TelegramWay botName={status.telegram_bot_name ?? ''} />}
    </section>
  );
}

interface RedirectWay {
  readonly provider: RedirectProvider;
  readonly isOn: boolean | undefined;
  readonly name: string;
  readonly icon: ReactElement;
}

interface CodesProps {
  readonly codes: NewAccountCodes;
}

function RedirectWays({ status, codes }: CodesProps & { readonly status: KnownStatus }) {
  const { busy, start } = useProviderStart();
  const ways: readonly RedirectWay[] = [
    { provider: 'github', isOn: status.github_oauth, name: providerNames.github, icon: <GitBranch /> },
    { provider: 'linuxdo', isOn: status.linuxdo_oauth, name: providerNames.linuxdo, icon: <Comment /> },
    { provider: 'oidc', isOn: status.oidc_login, name: status.oidc_name || providerNames.oidc, icon: <IdNumber /> },
  ];
  return ways
    .filter(({ isOn }) => isOn)
    .map(({ provider, name, icon }) => (
      <Button
        key={provider}
        variant="outlined"
        icon={icon}
        text={name}
        loading={busy === provider}
        disabled={busy !== null}
        onClick={() => void start(provider, codes)}
      />
    ));
}

function WechatWay({ qrCode, codes }: CodesProps & { readonly qrCode: string }) {
  const { t } = useTranslation();
  const enter = useEntry();
  const [signIn, { isLoading }] = useSignInByWechatMutation();
  const [isOpen, setOpen] = useState(false);
  const submit = async (code: string) => {
    const { data, error } = await signIn({ code, ...codes });
    if (!error) await enter(data ?? null, '/');
  };
  return (
    <>
      <Button variant="outlined" icon={<Chat />} text={t('auth.wechat')} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <WechatDialog
            qrCode={qrCode}
            isBusy={isLoading}
            action={t('auth.submit')}
            onSubmit={code => void submit(code)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function TelegramWay({ botName }: { readonly botName: string }) {
  const [returnUrl] = useState(telegramSignInUrl);
  return <TelegramWidget botName={botName} returnUrl={returnUrl} />;
}

function PasskeyWay() {
  const { t } = useTranslation();
  const enter = useEntry();
  const { isBusy, signIn } = usePasskeySignIn();
  const submit = async () => {
    const user = await signIn();
    if (user) await enter(user, START_PATH);
  };
  return (
    <Button variant="outlined" icon={<Key />} text={t('auth.passkey')} loading={isBusy} onClick={() => void submit()} />
  );
}
