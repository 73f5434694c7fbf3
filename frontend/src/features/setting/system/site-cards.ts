import { type OptionCardRow } from '../option-card';

/** The cards for the site's address, its connection to other services, and its payment. */
export const siteCards: readonly OptionCardRow[] = [
  {
    id: 'server',
    title: 'setting.server',
    fields: [{ key: 'ServerAddress', label: 'setting.server_address', hint: 'setting.server_address_hint' }],
  },
  {
    id: 'worker',
    title: 'setting.worker',
    description: 'setting.worker_hint',
    fields: [
      { key: 'WorkerUrl', label: 'setting.worker_url' },
      { key: 'WorkerValidKey', label: 'setting.worker_key' },
    ],
  },
  {
    id: 'payment',
    title: 'setting.payment',
    description: 'setting.payment_hint',
    needs: { key: 'ServerAddress', sentence: 'setting.server_address_first' },
    switches: [{ key: 'EpayEnabled', label: 'payment.epay_on' }],
    fields: [
      { key: 'PayAddress', label: 'setting.pay_address', hint: 'setting.pay_address_hint' },
      { key: 'EpayId', label: 'setting.epay_id' },
      { key: 'EpayKey', label: 'setting.epay_key' },
      { key: 'CustomCallbackAddress', label: 'setting.callback_address', hint: 'setting.callback_address_hint' },
      { key: 'Price', label: 'setting.price', hint: 'setting.price_hint' },
      { key: 'MinTopUp', label: 'setting.min_topup', hint: 'setting.min_topup_hint' },
      {
        key: 'TopupGroupRatio',
        label: 'setting.topup_ratio',
        hint: 'setting.topup_ratio_hint',
        fault: 'setting.topup_ratio_fault',
      },
    ],
  },
];

/** The cards that decide who may sign in or register, and in which ways. */
export const loginCards: readonly OptionCardRow[] = [
  {
    id: 'login',
    title: 'setting.login',
    description: 'setting.login_hint',
    fields: [],
    switches: [
      {
        key: 'PasswordLoginEnabled',
        label: 'setting.password_login',
        offQuestion: 'setting.password_login_question',
        offWarning: 'setting.password_login_warning',
      },
      { key: 'PasswordRegisterEnabled', label: 'setting.password_register' },
      { key: 'RegisterEnabled', label: 'setting.register', hint: 'setting.register_hint' },
      { key: 'RegisterCodeRequired', label: 'joining.required', hint: 'joining.required_hint' },
      { key: 'EmailVerificationEnabled', label: 'setting.email_verification' },
      { key: 'GitHubOAuthEnabled', label: 'setting.github_enabled' },
      { key: 'LinuxDoOAuthEnabled', label: 'setting.linuxdo_enabled' },
      { key: 'WeChatAuthEnabled', label: 'setting.wechat_enabled' },
      { key: 'TelegramOAuthEnabled', label: 'setting.telegram_enabled' },
      { key: 'OidcEnabled', label: 'setting.oidc_enabled' },
      { key: 'PasskeyLoginEnabled', label: 'setting.passkey_enabled', hint: 'setting.passkey_hint' },
      { key: 'TurnstileCheckEnabled', label: 'setting.turnstile_enabled' },
    ],
  },
  {
    id: 'domains',
    title: 'setting.domains',
    description: 'setting.domains_hint',
    switches: [
      { key: 'EmailDomainRestrictionEnabled', label: 'setting.domain_restriction' },
      { key: 'EmailAliasRestrictionEnabled', label: 'setting.alias_restriction', hint: 'setting.alias_hint' },
    ],
    fields: [
      { key: 'EmailDomainWhitelist', label: 'setting.whitelist', hint: 'setting.whitelist_hint', form: 'list' },
      { key: 'EmailDomainBlocklist', label: 'setting.blocklist', hint: 'setting.blocklist_hint', form: 'list' },
    ],
  },
];

/** The card for the mail server, which also has a button of its own. */
export const mailCard: OptionCardRow = {
  id: 'mail',
  title: 'setting.mail',
  description: 'setting.mail_hint',
  switches: [{ key: 'SMTPSSLEnabled', label: 'setting.smtp_ssl', hint: 'setting.smtp_ssl_hint' }],
  fields: [
    { key: 'SMTPServer', label: 'setting.smtp_server', hint: 'setting.smtp_server_hint' },
    { key: 'SMTPPort', label: 'setting.smtp_port', hint: 'setting.smtp_port_hint' },
    { key: 'SMTPAccount', label: 'setting.smtp_account' },
    { key: 'SMTPFrom', label: 'setting.smtp_from', hint: 'setting.smtp_from_hint' },
    { key: 'SMTPToken', label: 'setting.smtp_token' },
  ],
};
