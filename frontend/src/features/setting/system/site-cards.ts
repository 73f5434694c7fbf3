import { type OptionCardRow } from '../option-card';

/** Where the site stands, how it reaches the outside, and how it is paid. */
export const siteCards: readonly OptionCardRow[] = [
  {
    id: 'server',
    title: 'option.server',
    fields: [{ key: 'ServerAddress', label: 'setting.server_address', hint: 'setting.server_address_hint' }],
  },
  {
    id: 'worker',
    title: 'option.worker',
    description: 'option.worker_hint',
    fields: [
      { key: 'WorkerUrl', label: 'option.worker_url' },
      { key: 'WorkerValidKey', label: 'option.worker_key' },
    ],
  },
  {
    id: 'payment',
    title: 'option.payment',
    description: 'option.payment_hint',
    needs: { key: 'ServerAddress', sentence: 'option.server_address_first' },
    fields: [
      { key: 'PayAddress', label: 'option.pay_address', hint: 'option.pay_address_hint' },
      { key: 'EpayId', label: 'option.epay_id' },
      { key: 'EpayKey', label: 'option.epay_key' },
      { key: 'CustomCallbackAddress', label: 'option.callback_address', hint: 'option.callback_address_hint' },
      { key: 'Price', label: 'option.price', hint: 'option.price_hint' },
      { key: 'MinTopUp', label: 'option.min_topup', hint: 'option.min_topup_hint' },
      {
        key: 'TopupGroupRatio',
        label: 'option.topup_ratio',
        hint: 'option.topup_ratio_hint',
        fault: 'option.topup_ratio_fault',
      },
    ],
  },
];

/** Who may come in, and by which way. */
export const loginCards: readonly OptionCardRow[] = [
  {
    id: 'login',
    title: 'option.login',
    description: 'option.login_hint',
    fields: [],
    switches: [
      {
        key: 'PasswordLoginEnabled',
        label: 'option.password_login',
        offQuestion: 'option.password_login_question',
        offWarning: 'option.password_login_warning',
      },
      { key: 'PasswordRegisterEnabled', label: 'option.password_register' },
      { key: 'RegisterEnabled', label: 'option.register', hint: 'option.register_hint' },
      { key: 'EmailVerificationEnabled', label: 'option.email_verification' },
      { key: 'GitHubOAuthEnabled', label: 'option.github_enabled' },
      { key: 'LinuxDoOAuthEnabled', label: 'option.linuxdo_enabled' },
      { key: 'WeChatAuthEnabled', label: 'option.wechat_enabled' },
      { key: 'TelegramOAuthEnabled', label: 'option.telegram_enabled' },
      { key: 'OidcEnabled', label: 'option.oidc_enabled' },
      { key: 'PasskeyLoginEnabled', label: 'option.passkey_enabled', hint: 'option.passkey_hint' },
      { key: 'TurnstileCheckEnabled', label: 'option.turnstile_enabled' },
    ],
  },
  {
    id: 'domains',
    title: 'option.domains',
    description: 'option.domains_hint',
    switches: [
      { key: 'EmailDomainRestrictionEnabled', label: 'option.domain_restriction' },
      { key: 'EmailAliasRestrictionEnabled', label: 'option.alias_restriction', hint: 'option.alias_hint' },
    ],
    fields: [{ key: 'EmailDomainWhitelist', label: 'option.whitelist', hint: 'option.whitelist_hint', form: 'list' }],
  },
];

/** The mail server; its card has a button of its own besides. */
export const mailCard: OptionCardRow = {
  id: 'mail',
  title: 'option.mail',
  description: 'option.mail_hint',
  switches: [{ key: 'SMTPSSLEnabled', label: 'option.smtp_ssl', hint: 'option.smtp_ssl_hint' }],
  fields: [
    { key: 'SMTPServer', label: 'option.smtp_server', hint: 'option.smtp_server_hint' },
    { key: 'SMTPPort', label: 'option.smtp_port', hint: 'option.smtp_port_hint' },
    { key: 'SMTPAccount', label: 'option.smtp_account' },
    { key: 'SMTPFrom', label: 'option.smtp_from', hint: 'option.smtp_from_hint' },
    { key: 'SMTPToken', label: 'option.smtp_token' },
  ],
};
