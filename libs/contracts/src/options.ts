import { OPTION_UNITS_MAX, RATIO_MAX } from './limits';
import {
  backupPlace,
  currency,
  days,
  decimal,
  flag,
  granularity,
  integer,
  json,
  rhythm,
  text,
  url,
  type OptionRow,
  type OptionValue,
  type ShippedDefaults,
} from './option-row';

const SENSITIVE = { sensitive: true } as const;
/** An amount of units. */
const UNITS = { max: OPTION_UNITS_MAX } as const;
const ROOT = { minRole: 100, singleLine: true } as const;
const SECRET = { secret: true, sensitive: true } as const;

/**
 * Every setting that an administrator may change while the server runs. On the wire and in the database all values are
 * texts; parsing, checking and masking follow from these rows. The settings page itself decides where an option stands
 * and how it is called there.
 */
export const optionTable = {
  PasswordLoginEnabled: flag(true, SENSITIVE),
  PasswordRegisterEnabled: flag(true, SENSITIVE),
  RegisterEnabled: flag(true, SENSITIVE),
  /** New accounts need a registration code, or an invitation to a team. */
  RegisterCodeRequired: flag(false, { minRole: 100 }),
  EmailVerificationEnabled: flag(false, {
    sensitive: true,
    requires: { keys: ['SMTPServer', 'SMTPAccount|SMTPFrom'], feature: 'e-mail verification' },
  }),
  EmailDomainRestrictionEnabled: flag(false, {
    requires: { keys: ['EmailDomainWhitelist'], feature: 'the e-mail domain restriction' },
  }),
  EmailAliasRestrictionEnabled: flag(false),
  /** Comma list; entries are trimmed and compared in lower case, and `*` in them stands for any text. */
  EmailDomainWhitelist: text(
    'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com',
  ),
  /** A list like the one above, which holds without a switch and before it. */
  EmailDomainBlocklist: text(),
  /** What people get with a verified address, by its domain. */
  EmailDomainRules: json('domainRules', '[]', SENSITIVE),

  GitHubOAuthEnabled: flag(false, {
    sensitive: true,
    requires: { keys: ['GitHubClientId', 'GitHubClientSecret'], feature: 'GitHub OAuth' },
  }),
  GitHubClientId: text('', SENSITIVE),
  GitHubClientSecret: text('', SECRET),

  LinuxDoOAuthEnabled: flag(false, {
    sensitive: true,
    requires: { keys: ['LinuxDoClientId', 'LinuxDoClientSecret'], feature: 'LINUX DO OAuth' },
  }),
  LinuxDoClientId: text('', SENSITIVE),
  LinuxDoClientSecret: text('', SECRET),
  LinuxDoMinLevel: integer(0, { max: 4, sensitive: true }),

  WeChatAuthEnabled: flag(false, {
    sensitive: true,
    requires: { keys: ['WeChatServerAddress', 'WeChatServerToken'], feature: 'WeChat login' },
  }),
  WeChatServerAddress: url(SENSITIVE),
  WeChatServerToken: text('', SECRET),
  WeChatAccountQRCodeImageURL: text(),

  TelegramOAuthEnabled: flag(false, {
    sensitive: true,
    requires: { keys: ['TelegramBotToken'], feature: 'Telegram OAuth' },
  }),
  TelegramBotToken: text('', SECRET),
  /** Without the leading @. */
  TelegramBotName: text('', SENSITIVE),

  OidcEnabled: flag(false, {
    sensitive: true,
    requires: { keys: ['OidcIssuer', 'OidcClientId', 'OidcClientSecret'], feature: 'OpenID Connect' },
  }),
  /**
   * The issuer, kept as written because a trailing slash is part of its name. The other addresses come from its
   * `/.well-known/openid-configuration`.
   */
  OidcIssuer: text('', { sensitive: true, link: true }),
  OidcClientId: text('', SENSITIVE),
  OidcClientSecret: text('', SECRET),
  /** The text of the sign-in button. */
  OidcName: text('OpenID Connect', { lengthMin: 1, lengthMax: 40, singleLine: true }),
  /** What is asked of the provider, with blanks between; some name groups only in a scope of their own. */
  OidcScopes: text('openid profile email', { lengthMin: 1, lengthMax: 500, singleLine: true, sensitive: true }),
  /** What people get at each sign-in, by what their provider says about them. */
  OidcClaimRules: json('claimRules', '[]', { minRole: 100 }),
  /** Whether a sign-in for which no rule fits takes back what a rule gave at an earlier one. */
  OidcClaimsTakeBack: flag(false, { minRole: 100 }),
  /** Lets people sign in with passkeys that they added; needs ServerAddress, to which a passkey belongs. */
  PasskeyLoginEnabled: flag(true, SENSITIVE),

  TurnstileCheckEnabled: flag(false, {
    sensitive: true,
    requires: { keys: ['TurnstileSiteKey', 'TurnstileSecretKey'], feature: 'Turnstile' },
  }),
  /** Public in spite of its name, because the browser needs it. */
  TurnstileSiteKey: text('', SENSITIVE),
  TurnstileSecretKey: text('', SECRET),

  SMTPServer: text('', { sensitive: true, singleLine: true }),
  SMTPPort: integer(587, { min: 1, max: 65_535, sensitive: true }),
  SMTPAccount: text('', { sensitive: true, singleLine: true }),
  /** The sender's address; SMTPAccount stands in when it is empty. */
  SMTPFrom: text('', { sensitive: true, singleLine: true }),
  SMTPToken: text('', SECRET),
  SMTPSSLEnabled: flag(false, SENSITIVE),

  ServerAddress: url(SENSITIVE),
  WorkerUrl: url(SENSITIVE),
  WorkerValidKey: text('', SECRET),

  PayAddress: url(SENSITIVE),
  EpayId: text('', SENSITIVE),
  EpayKey: text('', SECRET),
  CustomCallbackAddress: url(SENSITIVE),
  /** Money per currency unit bought. */
  Price: decimal(7.3, { max: RATIO_MAX, sensitive: true }),
  /** Whole currency units. */
  MinTopUp: integer(1, { min: 1, max: 1_000_000 }),
  TopupGroupRatio: json('numberMap', '{"default":1,"vip":1,"svip":1}'),
  /** Whole currency units that stand ready on the wallet, with commas between them. */
  TopupPresets: text('', { lengthMax: 100, singleLine: true }),
  /** Percent of more quota, by the whole currency units from which they are given. */
  TopupBonusSteps: json('numberMap', '{}'),
  /** The currency of Price. */
  PayCurrency: currency('CNY'),
  /** Added to the price. */
  PayTaxPercent: decimal(0, { max: 100 }),
  PayTaxName: text('', { lengthMax: 40, singleLine: true }),
  EpayEnabled: flag(true, SENSITIVE),
  StripeEnabled: flag(false, {
    sensitive: true,
    requires: { keys: ['StripeSecretKey', 'StripeWebhookSecret'], feature: 'Stripe' },
  }),
  StripeSecretKey: text('', SECRET),
  StripeWebhookSecret: text('', SECRET),
  ManualPaymentEnabled: flag(false, SENSITIVE),
  /** Markdown that tells payers where to transfer the money. */
  ManualPaymentInstructions: text('', { lengthMax: 10_000, sensitive: true }),
  TopUpLink: text('', { minRole: 100, link: true }),

  Notice: text(),
  About: text(),
  HomePageContent: text(),
  TokenChannelDescription: text(),
  DebugDocument: text(),
  TopupAffiliate: text(),

  SystemName: text('Sluice', { lengthMin: 1, lengthMax: 50, singleLine: true }),
  Logo: text(),
  Footer: text(),
  /** The lower-case first letters are how the two badge options have always been spelt. */
  badgeContent: text(),
  badgeColor: text(),
  DefaultCollapseSidebar: flag(false),

  ChatLink: text(),
  ChatLink2: text(),
  QQContact: text(),
  WeChatContact: text(),
  MonitorLink: text('', { link: true }),
  /** Shows how the public models are served to everybody, on a page of its own. */
  StatusPageEnabled: flag(false),
  MonitorLinkEnabled: flag(false, { requires: { keys: ['MonitorLink'], feature: 'the service monitor' } }),

  /** Units per currency unit; a change re-values every balance. */
  QuotaPerUnit: decimal(500_000, { above: 0, max: 1_000_000_000, sensitive: true }),
  RetryTimes: integer(2, { max: 10 }),
  /** Statuses of a provider's answer after which another channel is asked, for example `429, 500-599`; empty leaves it to the rules. */
  RetryStatusCodes: text('', { lengthMax: 1_000, singleLine: true }),
  /** One word or sentence per line: an error that holds it is never asked for elsewhere. */
  NoRetryWords: text('', { lengthMax: 10_000 }),
  /** Names that stand for models, for example `{"smart": "gpt-5.4"}`. */
  ModelAliases: json('textMap', '{}'),
  /** Models that stand in, in this order, for one that nobody can serve, by group (`*` for all) and model. */
  ModelChains: json('chainTable', '{}'),
  /**
   * Requests of one conversation stay on one channel and key while it is healthy, so that they hit the provider's
   * prompt cache.
   */
  SessionAffinityEnabled: flag(true),
  DisplayInCurrencyEnabled: flag(true),
  DisplayTokenStatEnabled: flag(true),
  QuotaForNewUser: integer(0, UNITS),
  QuotaForInviter: integer(0, UNITS),
  QuotaForInvitee: integer(0, UNITS),
  /** Units. */
  QuotaRemindThreshold: integer(1_000, UNITS),
  /** How many days before its expiry the owner of a token is written to; 0 writes to nobody. */
  TokenExpiryRemindDays: integer(7, { max: 90 }),
  /** Tokens that are reserved for the answer when a request names no maximum; tokens, not units. */
  PreConsumedQuota: integer(500, { max: 1_000_000_000 }),
  /** Number of chunks that moderation holds back. */
  StreamCacheQueueLength: integer(0, { max: 10_000 }),

  MinQuota: integer(5_000, UNITS),
  MaxQuota: integer(100_000, UNITS),
  BonusPerDay: integer(100, UNITS),

  ModelRatio: json('numberMap', { book: 'ModelRatio' }),
  /** Ratios of completion tokens, for custom models only: names with a locked ratio ignore it. */
  CompletionRatio: json('numberMap', { book: 'CompletionRatio' }),
  /** Prices in currency units per call; a model named here is billed by the call. */
  ModelPrice: json('numberMap', { book: 'ModelPrice' }),
  /** Price of a prompt token read from a cache, relative to an ordinary one. */
  CacheRatio: json('numberMap', { book: 'CacheRatio' }),
  /** Price of a token written to a cache that keeps it for five minutes. */
  CreateCacheRatio: json('numberMap', { book: 'CreateCacheRatio' }),
  /** Price of a token written to a cache for an hour; a model that is not named pays 1.6 times its CreateCacheRatio. */
  CreateCacheHourRatio: json('numberMap', '{}'),
  ImageRatio: json('numberMap', { book: 'ImageRatio' }),
  AudioRatio: json('numberMap', { book: 'AudioRatio' }),
  /** Price of a token of spoken answer, relative to one that is heard. */
  AudioCompletionRatio: json('numberMap', { book: 'AudioCompletionRatio' }),
  /** Prices in currency units of a thousand searches; a model that is not named pays the shipped price of its family. */
  SearchPrice: json('numberMap', '{}'),
  /** Prices in currency units of a second of video; they go before the prices per call of the same names. */
  SecondPrice: json('numberMap', '{}'),
  /** Prices by length of the prompt, by hours and by group, by the name of the model. */
  PriceRules: json('ruleTable', '{}'),
  /** The public list with which prices are compared: that of models.dev, or LiteLLM's. */
  PriceListAddress: text('https://models.dev/api.json', { link: true, singleLine: true, sensitive: true }),
  /** Hours between two comparisons; 0 compares only when somebody asks for it. */
  PriceListHours: integer(0, { max: 720 }),
  /** Accepts models that have neither ratio nor price, and bills them at ratio 37.5. */
  SelfUseModeEnabled: flag(false),

  GroupRatio: json('numberMap', { book: 'GroupRatio' }),
  GroupDisplayNames: json('textMap', '{}'),
  HiddenGroups: json('textList', '[]'),
  /** Seconds that a call waits for a place when every channel is at its limits; 0 refuses at once. */
  ChannelQueueSeconds: decimal(5, { max: 60 }),
  /** Calls that wait so at most, in each process. */
  ChannelQueueLength: integer(100, { max: 10_000 }),
  /** Limits of all calls of a group together, by its name. */
  GroupRateLimits: json('limitTable', '{}'),
  /** Limits of all calls of a model on the whole site, by its name. */
  ModelRateLimits: json('limitTable', '{}'),
  /** How calls of a group choose among channels of one priority; groups that are not named go by weight. */
  GroupRoutingStrategies: json('textMap', '{}'),

  AutomaticDisableChannelEnabled: flag(false),
  AutomaticEnableChannelEnabled: flag(false),
  /** The longest time in seconds that a test may take; 0 is no limit. */
  ChannelDisableThreshold: decimal(5, { max: 86_400 }),

  /** Minutes between two tests of all channels; 0 leaves it to CHANNEL_TEST_FREQUENCY. */
  ChannelTestFrequency: integer(0, { max: 10_080 }),
  /** Minutes between two refreshes of all balances; 0 leaves it to CHANNEL_UPDATE_FREQUENCY. */
  ChannelUpdateFrequency: integer(0, { max: 10_080 }),

  DrawingEnabled: flag(true),
  MjNotifyEnabled: flag(false),
  MjAccountFilterEnabled: flag(false),
  MjForwardUrlEnabled: flag(true),
  MjModeClearEnabled: flag(false),
  MjActionCheckSuccessEnabled: flag(true),
  TaskEnabled: flag(true),

  /** Refuses a request rather than drop a field of it on the way into another provider's format. */
  StrictConversionEnabled: flag(false),

  CheckSensitiveEnabled: flag(true),
  CheckSensitiveOnPromptEnabled: flag(true),
  CheckSensitiveOnCompletionEnabled: flag(true),
  StopOnSensitiveEnabled: flag(true),
  /** One word per line; blanks are trimmed and empty lines dropped. */
  SensitiveWords: text(),

  LogConsumeEnabled: flag(true),
  /** Also writes a row of type 5 for each failed attempt, not only for the request that failed in the end. */
  LogErrorAttemptsEnabled: flag(false),

  /** Lets rules record the content of calls; off removes what is kept. */
  InspectorEnabled: flag(false, { sensitive: true, minRole: 100 }),
  /** Hours for which the content of a call is kept. */
  InspectorRetentionHours: integer(24, { min: 1, max: 168, minRole: 100 }),
  /** Megabytes that all kept contents occupy at most; the oldest go first. */
  InspectorStoreMegabytes: integer(256, { min: 16, max: 10_240, minRole: 100 }),
  /** Kilobytes that are kept of one body. */
  InspectorBodyKilobytes: integer(256, { min: 16, max: 1024, minRole: 100 }),
  /** Whether administrators may read contents of the calls of users, not root alone. */
  InspectorAdminsMayRead: flag(false, { sensitive: true, minRole: 100 }),
  /** Whether users may record the calls of their own keys. */
  InspectorOwnersMayRecord: flag(false, { minRole: 100 }),
  /** Masks e-mail addresses, telephone numbers and card numbers. */
  InspectorMaskPersonal: flag(true, { minRole: 100 }),
  /** Further words to mask, one per line; `#` is a digit, `?` any letter or digit, one `*` the rest of a word. */
  InspectorMaskWords: text('', { lengthMax: 10_000, minRole: 100 }),
  BackupEnabled: flag(false, { minRole: 100 }),
  BackupPlace: backupPlace('folder'),
  /** A whole path; empty is the folder `backups` in DATA_DIR. */
  BackupFolder: text('', { ...ROOT, lengthMax: 500 }),
  BackupBucket: text('', { ...ROOT, lengthMax: 255 }),
  BackupPrefix: text('', { ...ROOT, lengthMax: 255 }),
  /** Empty for Amazon's own. */
  BackupBucketEndpoint: url({ minRole: 100 }),
  BackupBucketRegion: text('', { ...ROOT, lengthMax: 64 }),
  /** With an own endpoint, the bucket stands in the path of addresses and not in their host. */
  BackupPathStyleEnabled: flag(true, { minRole: 100 }),
  BackupAccessKeyId: text('', { ...ROOT, lengthMax: 255 }),
  BackupSecretKey: text('', { ...ROOT, ...SECRET, lengthMax: 255 }),
  /** BACKUP_PASSPHRASE wins over it. */
  BackupPassphrase: text('', { ...ROOT, ...SECRET, lengthMax: 255 }),
  /** Only encrypted backups hold the generated secrets. */
  BackupSecretsIncluded: flag(true, { minRole: 100 }),
  /** Hours; 0 is once a day, at BackupHour. */
  BackupEveryHours: integer(0, { max: 720, minRole: 100 }),
  BackupHour: integer(3, { max: 23, minRole: 100 }),
  /** Empty for the one of the server. */
  BackupTimeZone: text('', { ...ROOT, lengthMax: 64 }),
  /** How many are kept; with 0 everywhere all of them. */
  BackupKeepNewest: integer(7, { max: 1_000, minRole: 100 }),
  BackupKeepDaily: integer(0, { max: 1_000, minRole: 100 }),
  BackupKeepWeekly: integer(4, { max: 1_000, minRole: 100 }),
  BackupKeepMonthly: integer(0, { max: 1_000, minRole: 100 }),
  /** Days after which rows of the log are removed, by their type, and so is what the following ones name; 0 keeps it. */
  LogConsumeDays: days(),
  LogTopUpDays: days(),
  LogManagementDays: days(),
  LogSystemDays: days(),
  LogErrorDays: days(),
  LogWarningDays: days(),
  LogRewardDays: days(),
  /** Songs and videos that have ended. */
  TaskDays: days(),
  DrawingDays: days(),
  /** Figures of hours; those of hours whose calls are in the log stay. */
  UsageHoursDays: days(),
  /** Movements that are summed up into one a year for each account. */
  MovementDays: days(),
  ExpiredOrderDays: days(),
  CheckInDays: days(),
  /** Codes that were redeemed or deleted. */
  SpentCodeDays: days(),

  /** Days after which a plan ends that the wallet could not pay for. */
  PlanGraceDays: integer(3, { max: 60 }),
  /** A plan that its owner cancels ends at once, and the wallet gets the unused share of its price back. */
  PlanCancelRefund: flag(false),

  DataExportEnabled: flag(true),
  /** Minutes after which an open dashboard reads its figures again. The figures themselves are exact at once. */
  DataExportInterval: integer(5, { min: 1, max: 10_080 }),
  DataExportDefaultTime: granularity('hour'),

  /** What the calls of channels with a tag cost at their supplier, where the channel itself says nothing of it. */
  TagCosts: json('costTable', '{}'),
  /** How often a report is mailed; never unless somebody chooses it. */
  ReportMailRhythm: rhythm('never'),
  /** Addresses with commas between them; empty for the one of root. */
  ReportMailTo: text('', { lengthMax: 1000, singleLine: true }),
  /** The postal address on statements, in lines. */
  StatementAddress: text('', { lengthMax: 500 }),

  Manufacturers: json('manufacturers', '[]'),
} satisfies Record<string, OptionRow>;

export type OptionKey = keyof typeof optionTable;

/** The parsed values of all options; the type of `options.current`. */
export type OptionValues = { readonly [Key in OptionKey]: OptionValue<(typeof optionTable)[Key]> };

export const optionKeys = Object.keys(optionTable) as readonly OptionKey[];

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(optionTable, key);
}

/** Finds the row of a key, with the traits of every kind readable. */
export function optionRow(key: OptionKey): OptionRow {
  return optionTable[key];
}

/** The text of an option that was never changed; `shipped` supplies the tables of the price book. */
export function defaultText(key: OptionKey, shipped: ShippedDefaults): string {
  const fallback = optionRow(key).default;
  return typeof fallback === 'object' ? shipped[fallback.book] : String(fallback);
}
