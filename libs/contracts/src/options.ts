import { OPTION_UNITS_MAX, RATIO_MAX } from './limits';
import {
  decimal,
  flag,
  granularity,
  integer,
  json,
  text,
  url,
  type OptionRow,
  type OptionValue,
  type ShippedDefaults,
} from './option-row';

const SENSITIVE = { sensitive: true } as const;
/** An amount of units. */
const UNITS = { max: OPTION_UNITS_MAX } as const;
const SECRET = { secret: true, sensitive: true } as const;

/**
 * Every setting an administrator may change while the server runs. On the wire and in the database all values are texts;
 * parsing, checking, masking and the settings page follow from these rows.
 */
export const optionTable = {
  PasswordLoginEnabled: flag('login', true, SENSITIVE),
  PasswordRegisterEnabled: flag('login', true, SENSITIVE),
  RegisterEnabled: flag('login', true, SENSITIVE),
  EmailVerificationEnabled: flag('login', false, {
    sensitive: true,
    requires: { keys: ['SMTPServer', 'SMTPAccount|SMTPFrom'], feature: 'e-mail verification' },
  }),
  EmailDomainRestrictionEnabled: flag('login', false, {
    requires: { keys: ['EmailDomainWhitelist'], feature: 'the e-mail domain restriction' },
  }),
  EmailAliasRestrictionEnabled: flag('login', false),
  /** Comma list; entries are trimmed and compared in lower case. */
  EmailDomainWhitelist: text(
    'login',
    'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com',
  ),

  GitHubOAuthEnabled: flag('github', false, {
    sensitive: true,
    requires: { keys: ['GitHubClientId', 'GitHubClientSecret'], feature: 'GitHub OAuth' },
  }),
  GitHubClientId: text('github', '', SENSITIVE),
  GitHubClientSecret: text('github', '', SECRET),

  LinuxDoOAuthEnabled: flag('linuxdo', false, {
    sensitive: true,
    requires: { keys: ['LinuxDoClientId', 'LinuxDoClientSecret'], feature: 'LINUX DO OAuth' },
  }),
  LinuxDoClientId: text('linuxdo', '', SENSITIVE),
  LinuxDoClientSecret: text('linuxdo', '', SECRET),
  LinuxDoMinLevel: integer('linuxdo', 0, { max: 4, sensitive: true }),

  WeChatAuthEnabled: flag('wechat', false, {
    sensitive: true,
    requires: { keys: ['WeChatServerAddress', 'WeChatServerToken'], feature: 'WeChat login' },
  }),
  WeChatServerAddress: url('wechat', SENSITIVE),
  WeChatServerToken: text('wechat', '', SECRET),
  WeChatAccountQRCodeImageURL: text('wechat'),

  TelegramOAuthEnabled: flag('telegram', false, {
    sensitive: true,
    requires: { keys: ['TelegramBotToken'], feature: 'Telegram OAuth' },
  }),
  TelegramBotToken: text('telegram', '', SECRET),
  /** Without the leading @. */
  TelegramBotName: text('telegram', '', SENSITIVE),

  OidcEnabled: flag('oidc', false, {
    sensitive: true,
    requires: { keys: ['OidcIssuer', 'OidcClientId', 'OidcClientSecret'], feature: 'OpenID Connect' },
  }),
  /** Kept as written, because a trailing slash is part of an issuer's name. Its `/.well-known/openid-configuration` tells the rest. */
  OidcIssuer: text('oidc', '', { sensitive: true, link: true }),
  OidcClientId: text('oidc', '', SENSITIVE),
  OidcClientSecret: text('oidc', '', SECRET),
  /** What the sign-in button says. */
  OidcName: text('oidc', 'OpenID Connect', { lengthMin: 1, lengthMax: 40, singleLine: true }),
  /** People may sign in by passkeys they added; needs ServerAddress, to which a passkey belongs. */
  PasskeyLoginEnabled: flag('login', true, SENSITIVE),

  TurnstileCheckEnabled: flag('turnstile', false, {
    sensitive: true,
    requires: { keys: ['TurnstileSiteKey', 'TurnstileSecretKey'], feature: 'Turnstile' },
  }),
  /** Public in spite of its name: the browser needs it. */
  TurnstileSiteKey: text('turnstile', '', SENSITIVE),
  TurnstileSecretKey: text('turnstile', '', SECRET),

  SMTPServer: text('mail', '', { sensitive: true, singleLine: true }),
  SMTPPort: integer('mail', 587, { min: 1, max: 65_535, sensitive: true }),
  SMTPAccount: text('mail', '', { sensitive: true, singleLine: true }),
  /** Sender address; SMTPAccount when empty. */
  SMTPFrom: text('mail', '', { sensitive: true, singleLine: true }),
  SMTPToken: text('mail', '', SECRET),
  SMTPSSLEnabled: flag('mail', false, SENSITIVE),

  ServerAddress: url('address', SENSITIVE),
  WorkerUrl: url('address', SENSITIVE),
  WorkerValidKey: text('address', '', SECRET),

  PayAddress: url('payment', SENSITIVE),
  EpayId: text('payment', '', SENSITIVE),
  EpayKey: text('payment', '', SECRET),
  CustomCallbackAddress: url('payment', SENSITIVE),
  /** Money per currency unit bought. */
  Price: decimal('payment', 7.3, { max: RATIO_MAX, sensitive: true }),
  /** Whole currency units. */
  MinTopUp: integer('payment', 1, { min: 1, max: 1_000_000 }),
  TopupGroupRatio: json('payment', 'numberMap', '{"default":1,"vip":1,"svip":1}'),
  TopUpLink: text('payment', '', { minRole: 100, link: true }),

  Notice: text('content'),
  About: text('content'),
  HomePageContent: text('content'),
  TokenChannelDescription: text('content'),
  DebugDocument: text('content'),
  TopupAffiliate: text('content'),

  SystemName: text('personalization', 'Sluice', { lengthMin: 1, lengthMax: 50, singleLine: true }),
  Logo: text('personalization'),
  Footer: text('personalization'),
  /** The lower-case first letters are how the two badge options have always been spelt. */
  badgeContent: text('personalization'),
  badgeColor: text('personalization'),
  DefaultCollapseSidebar: flag('personalization', false),

  ChatLink: text('links'),
  ChatLink2: text('links'),
  QQContact: text('links'),
  WeChatContact: text('links'),
  MonitorLink: text('links', '', { link: true }),
  MonitorLinkEnabled: flag('links', false, { requires: { keys: ['MonitorLink'], feature: 'the service monitor' } }),

  /** Units per currency unit; a change re-values every balance. */
  QuotaPerUnit: decimal('quota', 500_000, { above: 0, max: 1_000_000_000, sensitive: true }),
  RetryTimes: integer('quota', 0, { max: 10 }),
  /** Requests of one conversation stay on one channel and key while it is healthy, so that the provider's prompt cache hits. */
  SessionAffinityEnabled: flag('quota', true),
  DisplayInCurrencyEnabled: flag('quota', true),
  DisplayTokenStatEnabled: flag('quota', true),
  QuotaForNewUser: integer('quota', 0, UNITS),
  QuotaForInviter: integer('quota', 0, UNITS),
  QuotaForInvitee: integer('quota', 0, UNITS),
  /** Units. */
  QuotaRemindThreshold: integer('quota', 1_000, UNITS),
  /** Tokens held for the answer when a request names no maximum; tokens, not units. */
  PreConsumedQuota: integer('quota', 500, { max: 1_000_000_000 }),
  /** Chunks held back by the word filter. */
  StreamCacheQueueLength: integer('words', 0, { max: 10_000 }),

  MinQuota: integer('checkIn', 5_000, UNITS),
  MaxQuota: integer('checkIn', 100_000, UNITS),
  BonusPerDay: integer('checkIn', 100, UNITS),

  ModelRatio: json('ratio', 'numberMap', { book: 'ModelRatio' }),
  /** For custom models only: names with a locked ratio ignore it. */
  CompletionRatio: json('ratio', 'numberMap', { book: 'CompletionRatio' }),
  /** Currency units per call; a model named here is billed by the call. */
  ModelPrice: json('ratio', 'numberMap', { book: 'ModelPrice' }),
  /** Accepts models that have neither ratio nor price and bills them at ratio 37.5. */
  SelfUseModeEnabled: flag('ratio', false),

  GroupRatio: json('groups', 'numberMap', { book: 'GroupRatio' }),
  GroupDisplayNames: json('groups', 'textMap', '{}'),
  HiddenGroups: json('groups', 'textList', '[]'),

  AutomaticDisableChannelEnabled: flag('monitoring', false),
  AutomaticEnableChannelEnabled: flag('monitoring', false),
  /** Longest allowed test time in seconds; 0 is no limit. */
  ChannelDisableThreshold: decimal('monitoring', 5, { max: 86_400 }),

  DrawingEnabled: flag('drawing', true),
  MjNotifyEnabled: flag('drawing', false),
  MjAccountFilterEnabled: flag('drawing', false),
  MjForwardUrlEnabled: flag('drawing', true),
  MjModeClearEnabled: flag('drawing', false),
  MjActionCheckSuccessEnabled: flag('drawing', true),
  TaskEnabled: flag('drawing', true, { hidden: true }),

  /** Refuses a request rather than lose a field of it on the way into another provider's format. */
  StrictConversionEnabled: flag('ratio', false),

  CheckSensitiveEnabled: flag('words', true),
  CheckSensitiveOnPromptEnabled: flag('words', true),
  CheckSensitiveOnCompletionEnabled: flag('words', true),
  StopOnSensitiveEnabled: flag('words', true),
  /** One per line; blanks trimmed, empty lines dropped. */
  SensitiveWords: text('words'),

  LogConsumeEnabled: flag('logs', true),
  /** Also writes a row of type 5 for each failed attempt, not only for the request that failed in the end. */
  LogErrorAttemptsEnabled: flag('logs', false),

  DataExportEnabled: flag('dataDashboard', true),
  /** Minutes. */
  DataExportInterval: integer('dataDashboard', 5, { min: 1, max: 10_080 }),
  DataExportDefaultTime: granularity('dataDashboard', 'hour'),

  Manufacturers: json('models', 'manufacturers', '[]'),
} satisfies Record<string, OptionRow>;

export type OptionKey = keyof typeof optionTable;

/** Every option parsed: what `options.current` holds. */
export type OptionValues = { readonly [Key in OptionKey]: OptionValue<(typeof optionTable)[Key]> };

export const optionKeys = Object.keys(optionTable) as readonly OptionKey[];

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(optionTable, key);
}

/** The row of a key, with the traits of every kind readable. */
export function optionRow(key: OptionKey): OptionRow {
  return optionTable[key];
}

/** The text an option has while nobody changed it; `shipped` supplies the price book's tables. */
export function defaultText(key: OptionKey, shipped: ShippedDefaults): string {
  const fallback = optionRow(key).default;
  return typeof fallback === 'object' ? shipped[fallback.book] : String(fallback);
}
