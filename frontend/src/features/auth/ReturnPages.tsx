import { Card, NonIdealState, Spinner } from '@blueprintjs/core';
import { type OAuthCallbackQuery } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import {
  useReturnFromProviderMutation,
  useSignInByTelegramMutation,
  type RedirectProvider,
} from '../../base/sign-in/auth-api';
import { SETTING_PATH, useEntry } from './use-entry';
import { useInviteCode } from './use-invite-code';
import { useReturn, type Return } from './use-return';
import { takeTelegramReturn } from '../../base/sign-in/telegram-return';
import { ErrorState } from '../../shared/display/states';
import { START_PATH } from './start-path';
import '../../styles/auth.css';

/** A text from another site, which can be put into any link, so at most one line of it is shown. */
const REASON_MAX = 200;

const homeOf: Readonly<Record<RedirectProvider, string>> = {
  github: START_PATH,
  linuxdo: '/',
  oidc: '/',
};

function ReturnView({ outcome: { hasFailed, wayOut } }: { readonly outcome: Return }) {
  const { t } = useTranslation();
  const failure = wayOut === SETTING_PATH ? t('auth.return_failed_setting') : t('auth.return_failed');
  return (
    <div className="auth-page" role="status">
      <Card>
        {hasFailed ? (
          <ErrorState title={failure} action={<Link to={wayOut}>{t('auth.return_now')}</Link>} />
        ) : (
          <NonIdealState icon={<Spinner />} title={t('auth.return_busy')} />
        )}
      </Card>
    </div>
  );
}

/** Takes only the parameters of the protocol; providers add parameters of their own. */
function callbackOf(parameters: URLSearchParams): OAuthCallbackQuery {
  const known = ['code', 'state', 'iss'] as const;
  return Object.fromEntries(
    known.flatMap(name => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

function ProviderReturn({ provider }: { readonly provider: RedirectProvider }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const enter = useEntry();
  const inviteCode = useInviteCode();
  const [returnFrom] = useReturnFromProviderMutation();
  const outcome = useReturn(async () => {
    const refusal = parameters.get('error');
    if (refusal) {
      const reason = (parameters.get('error_description') || refusal).slice(0, REASON_MAX);
      notices.error(t('auth.authorization_error', { reason }));
      return false;
    }
    const invite = provider === 'linuxdo' && inviteCode !== '' ? { aff: inviteCode } : {};
    const { data } = await returnFrom({ provider, ...callbackOf(parameters), ...invite });
    if (!data) return false; // the listener has shown the reason
    await enter(data.isBound ? null : data.user, homeOf[provider]);
    return true;
  });
  return <ReturnView outcome={outcome} />;
}

/** The page to which GitHub sends browsers back. */
export function GithubReturnPage() {
  return <ProviderReturn provider="github" />;
}

/** The page to which LINUX DO sends browsers back. */
export function LinuxDoReturnPage() {
  return <ProviderReturn provider="linuxdo" />;
}

/** The page to which the OpenID Connect provider of this site sends browsers back. */
export function OidcReturnPage() {
  return <ProviderReturn provider="oidc" />;
}

/** The page to which the Telegram widget of the login page sends browsers. */
export function TelegramReturnPage() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const enter = useEntry();
  const [signIn] = useSignInByTelegramMutation();
  const outcome = useReturn(async () => {
    const proof = takeTelegramReturn(parameters);
    if (!proof) {
      notices.error(t('auth.telegram_foreign'));
      return false;
    }
    const { data } = await signIn(proof);
    if (data) await enter(data, '/');
    return data !== undefined;
  });
  return <ReturnView outcome={outcome} />;
}
