import { type OptionCardRow } from '../option-card';

function client(key: 'GitHubClientId' | 'LinuxDoClientId' | 'OidcClientId') {
  return { key, label: 'setting.client_id' } as const;
}

function secret(key: 'GitHubClientSecret' | 'LinuxDoClientSecret' | 'OidcClientSecret') {
  return { key, label: 'setting.client_secret' } as const;
}

const homepage = { label: 'setting.homepage', path: '' } as const;

/**
 * The cards for the sites that users can sign in with, and for the human check. Their switches are on the login card.
 */
export const providerCards: readonly OptionCardRow[] = [
  {
    id: 'github',
    title: 'setting.github',
    description: 'setting.github_hint',
    addresses: [homepage, { label: 'setting.callback_url', path: '/oauth/github' }],
    fields: [client('GitHubClientId'), secret('GitHubClientSecret')],
  },
  {
    id: 'linuxdo',
    title: 'setting.linuxdo',
    description: 'setting.linuxdo_hint',
    addresses: [homepage, { label: 'setting.callback_url', path: '/oauth/linuxdo' }],
    fields: [
      client('LinuxDoClientId'),
      secret('LinuxDoClientSecret'),
      { key: 'LinuxDoMinLevel', label: 'setting.linuxdo_level', hint: 'setting.linuxdo_level_hint' },
    ],
  },
  {
    id: 'wechat',
    title: 'setting.wechat',
    description: 'setting.wechat_hint',
    fields: [
      { key: 'WeChatServerAddress', label: 'setting.wechat_address' },
      { key: 'WeChatServerToken', label: 'setting.wechat_token' },
      { key: 'WeChatAccountQRCodeImageURL', label: 'setting.wechat_image' },
    ],
  },
  {
    id: 'telegram',
    title: 'setting.telegram',
    description: 'setting.telegram_hint',
    addresses: [{ label: 'setting.telegram_domain', path: '' }],
    fields: [
      { key: 'TelegramBotToken', label: 'setting.telegram_token' },
      { key: 'TelegramBotName', label: 'setting.telegram_name', hint: 'setting.telegram_name_hint' },
    ],
  },
  {
    id: 'oidc',
    title: 'setting.oidc',
    description: 'setting.oidc_hint',
    addresses: [{ label: 'setting.callback_url', path: '/oauth/oidc' }],
    fields: [
      { key: 'OidcIssuer', label: 'setting.oidc_issuer', hint: 'setting.oidc_issuer_hint' },
      client('OidcClientId'),
      secret('OidcClientSecret'),
      { key: 'OidcScopes', label: 'setting.oidc_scopes', hint: 'setting.oidc_scopes_hint' },
      { key: 'OidcName', label: 'setting.oidc_name', hint: 'setting.oidc_name_hint' },
    ],
  },
  {
    id: 'turnstile',
    title: 'setting.turnstile',
    description: 'setting.turnstile_hint',
    fields: [
      { key: 'TurnstileSiteKey', label: 'setting.turnstile_site' },
      { key: 'TurnstileSecretKey', label: 'setting.turnstile_secret' },
    ],
  },
];
