export const about = {
  changelog: 'Changelog',
  introduction:
    'Sluice stands between AI clients and AI providers. A client holds one key and speaks the OpenAI, Anthropic, Gemini or Responses format; Sluice picks an upstream account, streams the answer back and charges what was used.',
  project: 'About the project',
  promise:
    'The bill is exact to the unit, any format reaches any provider, and what a provider cannot be told is named, never dropped in silence.',
  v200_console: 'A console for channels, tokens and logs in English and Chinese, light and dark.',
  v200_formats: 'Four request formats to every chat provider, converted in both directions.',
  v200_money: 'Quota is held before a call and settled to the unit afterwards, together with its log row.',
  v200_routing: 'Routing by group, model, priority and weight, with retries and several keys in one channel.',
  v201_accounts: 'Registration, third-party sign-in, passkeys and a second factor.',
  v201_models: 'Manufacturers of models with images, descriptions and tags, configured with one press.',
  v201_settings: 'Settings for sign-in, mail, payment, content and filters, each in its own card.',
  v201_wallet: 'Wallet with redemption codes, online top-up, invitations and the daily check-in.',
  version: 'Current version',
};
