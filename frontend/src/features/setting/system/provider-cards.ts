import { type OptionCardRow } from '../option-card';

function client(key: 'GitHubClientId' | 'LinuxDoClientId' | 'OidcClientId') {
  return { key, label: 'option.client_id' } as const;
}

function secret(key: 'GitHubClientSecret' | 'LinuxDoClientSecret' | 'OidcClientSecret') {
  return { key, label: 'option.client_secret' } as const;
}

const homepage = { label: 'option.homepage', path: '' } as const;

/** The other sites through which people sign in, and the check that they are people. Their switches are with the login. */
export const providerCards: readonly OptionCardRow[] = [
  {
    id: 'github',
    title: 'option.github',
    description: 'option.github_hint',
    addresses: [homepage, { label: 'option.callback_url', path: '/oauth/github' }],
    fields: [client('GitHubClientId'), secret('GitHubClientSecret')],
  },
  {
    id: 'linuxdo',
    title: 'option.linuxdo',
    description: 'option.linuxdo_hint',
    addresses: [homepage, { label: 'option.callback_url', path: '/oauth/linuxdo' }],
    fields: [
      client('LinuxDoClientId'),
      secret('LinuxDoClientSecret'),
      { key: 'LinuxDoMinLevel', label: 'option.linuxdo_level', hint: 'option.linuxdo_level_hint' },
    ],
  },
  {
    id: 'wechat',
    title: 'option.wechat',
    description: 'option.wechat_hint',
    fields: [
      { key: 'WeChatServerAddress', label: 'option.wechat_address' },
      { key: 'WeChatServerToken', label: 'option.wechat_token' },
      { key: 'WeChatAccountQRCodeImageURL', label: 'option.wechat_image' },
    ],
  },
  {
    id: 'telegram',
    title: 'option.telegram',
    description: 'option.telegram_hint',
    addresses: [{ label: 'option.telegram_domain', path: '' }],
    fields: [
      { key: 'TelegramBotToken', label: 'option.telegram_token' },
      { key: 'TelegramBotName', label: 'option.telegram_name', hint: 'option.telegram_name_hint' },
    ],
  },
  {
    id: 'oidc',
    title: 'option.oidc',
    description: 'option.oidc_hint',
    addresses: [{ label: 'option.callback_url', path: '/oauth/oidc' }],
    fields: [
      { key: 'OidcIssuer', label: 'option.oidc_issuer', hint: 'option.oidc_issuer_hint' },
      client('OidcClientId'),
      secret('OidcClientSecret'),
      { key: 'OidcName', label: 'option.oidc_name', hint: 'option.oidc_name_hint' },
    ],
  },
  {
    id: 'turnstile',
    title: 'option.turnstile',
    description: 'option.turnstile_hint',
    fields: [
      { key: 'TurnstileSiteKey', label: 'option.turnstile_site' },
      { key: 'TurnstileSecretKey', label: 'option.turnstile_secret' },
    ],
  },
];
