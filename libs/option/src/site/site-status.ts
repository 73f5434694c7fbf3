import { GITHUB_AUTHORIZE_URL, LINUXDO_AUTHORIZE_URL, type OptionValues, type SiteStatus } from '@contracts';
import { relyingPartyOf } from './relying-party';
import { linkOrNothing } from '../options/safe-address';

/** The facts that the status object needs besides the options. */
export interface BuildFacts {
  readonly version: string;
  readonly startTimeSeconds: number;
  readonly hasDefaultPassword: boolean;
  readonly isDemo: boolean;
  /** The footer, rendered and made harmless. */
  readonly footerHtml: string;
  /** The origins of the providers in the configuration of this server. */
  readonly githubUrl: string;
  readonly linuxdoConnectUrl: string;
}

/** The public status object: settings that every page needs, without any secret. */
export function siteStatus(options: OptionValues, facts: BuildFacts): SiteStatus {
  return {
    version: facts.version,
    start_time: facts.startTimeSeconds,
    system_name: options.SystemName,
    home_page: options.HomePageContent.trim() !== '',
    demo: facts.isDemo,
    logo: options.Logo,
    footer_html: facts.footerHtml,
    server_address: options.ServerAddress,
    quota_per_unit: options.QuotaPerUnit,
    display_in_currency: options.DisplayInCurrencyEnabled,
    inspector: options.InspectorEnabled,
    enable_drawing: options.DrawingEnabled,
    enable_task: options.TaskEnabled,
    enable_data_export: options.DataExportEnabled,
    data_export_interval: options.DataExportInterval,
    data_export_default_time: options.DataExportDefaultTime,
    default_collapse_sidebar: options.DefaultCollapseSidebar,
    mj_notify_enabled: options.MjNotifyEnabled,
    chat_link: linkOrNothing(options.ChatLink),
    chat_link2: linkOrNothing(options.ChatLink2),
    ...loginStatus(options),
    github_authorize_url: movedTo(facts.githubUrl, GITHUB_AUTHORIZE_URL),
    linuxdo_authorize_url: movedTo(facts.linuxdoConnectUrl, LINUXDO_AUTHORIZE_URL),
    top_up_link: options.TopUpLink,
    min_topup: options.MinTopUp,
    price: options.Price,
    enable_online_topup: takesEpay(options),
    MonitorLink: options.MonitorLink,
    MonitorLinkEnabled: options.MonitorLinkEnabled,
    status_page: options.StatusPageEnabled,
    badgeContent: options.badgeContent,
    badgeColor: options.badgeColor,
    sign_in_enabled: options.MaxQuota > 0,
    default_password: facts.hasDefaultPassword,
  };
}

/** These gateways take yuan, so they are closed where prices are in another currency. */
function takesEpay(options: OptionValues): boolean {
  const isSetUp = options.PayAddress !== '' && options.EpayId !== '' && options.EpayKey !== '';
  return isSetUp && options.EpayEnabled && options.PayCurrency === 'CNY';
}

/** The address of a provider's usual page, at the configured origin. */
function movedTo(base: string, usualUrl: string): string {
  return base + new URL(usualUrl).pathname;
}

function loginStatus(options: OptionValues) {
  return {
    email_verification: options.EmailVerificationEnabled,
    turnstile_check: options.TurnstileCheckEnabled,
    turnstile_site_key: options.TurnstileSiteKey,
    github_oauth: options.GitHubOAuthEnabled,
    github_client_id: options.GitHubClientId,
    linuxdo_oauth: options.LinuxDoOAuthEnabled,
    linuxdo_client_id: options.LinuxDoClientId,
    wechat_login: options.WeChatAuthEnabled,
    wechat_qrcode: options.WeChatAccountQRCodeImageURL,
    telegram_oauth: options.TelegramOAuthEnabled,
    telegram_bot_name: options.TelegramBotName,
    oidc_login: options.OidcEnabled && options.ServerAddress !== '',
    oidc_name: options.OidcName,
    passkey_login: relyingPartyOf(options) !== null,
    password_login: options.PasswordLoginEnabled,
    password_register: options.PasswordRegisterEnabled,
    register_enabled: options.RegisterEnabled,
    register_code_required: options.RegisterCodeRequired,
  };
}
