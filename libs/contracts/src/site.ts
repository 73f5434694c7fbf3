import { type DataGranularity } from './log';

/**
 * The response of `GET /api/status`: the facts that every page needs before a user signs in. It never holds a secret.
 */
export interface SiteStatus {
  readonly version: string;
  /** The start of the server in Unix seconds. */
  readonly start_time: number;
  readonly system_name: string;
  /** True where the operator wrote a home page of its own. */
  readonly home_page: boolean;
  /** True for a demo, whose data are invented and end with the process. */
  readonly demo: boolean;
  /** The address of the logo; empty means the built-in /logo.png. */
  readonly logo: string;
  readonly footer_html: string;
  readonly server_address: string;
  readonly quota_per_unit: number;
  readonly display_in_currency: boolean;
  /** Whether the content of calls can be recorded: see the request inspector. */
  readonly inspector: boolean;
  readonly enable_drawing: boolean;
  readonly enable_task: boolean;
  readonly enable_data_export: boolean;
  /** Minutes after which an open dashboard reads its figures again. */
  readonly data_export_interval: number;
  readonly data_export_default_time: DataGranularity;
  readonly default_collapse_sidebar: boolean;
  readonly mj_notify_enabled: boolean;
  readonly chat_link: string;
  readonly chat_link2: string;
  readonly email_verification: boolean;
  readonly turnstile_check: boolean;
  readonly turnstile_site_key: string;
  readonly github_oauth: boolean;
  readonly github_client_id: string;
  /** Where the browser goes to sign in at GitHub; a private GitHub server has another address. */
  readonly github_authorize_url: string;
  readonly linuxdo_oauth: boolean;
  readonly linuxdo_client_id: string;
  readonly linuxdo_authorize_url: string;
  readonly wechat_login: boolean;
  readonly wechat_qrcode: string;
  readonly telegram_oauth: boolean;
  readonly telegram_bot_name: string;
  readonly oidc_login: boolean;
  /** The text of the sign-in button. */
  readonly oidc_name: string;
  /** True when passkeys can be used; they need a public address to belong to. */
  readonly passkey_login: boolean;
  readonly top_up_link: string;
  readonly min_topup: number;
  readonly price: number;
  readonly enable_online_topup: boolean;
  /** The two monitor fields keep the spelling of their options. */
  readonly MonitorLink: string;
  readonly MonitorLinkEnabled: boolean;
  /** Whether everybody may read how the models are served. */
  readonly status_page: boolean;
  readonly password_login: boolean;
  readonly password_register: boolean;
  readonly register_enabled: boolean;
  /** Whether a new account needs a registration code. */
  readonly register_code_required: boolean;
  readonly badgeContent: string;
  readonly badgeColor: string;
  readonly sign_in_enabled: boolean;
  /** True while the first account has its well-known password; the console warns administrators until it is changed. */
  readonly default_password: boolean;
}

export interface ContactInfo {
  readonly QQContact: string;
  readonly WeChatContact: string;
}

/** One row of `GET /api/option/`; every value is a text. */
export interface OptionEntry {
  readonly key: string;
  readonly value: string;
}

/**
 * The key of an extra row of the option list: a JSON array of the secret keys that have a value, since the secrets
 * themselves are not sent.
 */
export const SECRETS_SET_KEY = 'SecretsSet';

/** The body of `POST /api/option/test_mail`; without a receiver, the mail goes to the caller's own address. */
export interface TestMail {
  readonly to?: string;
}

/** An option to save; numbers and booleans are accepted and turned into texts. */
export interface OptionSave {
  readonly key: string;
  readonly value: string | number | boolean;
}
