/** The numbers of rows per page that a user may choose. */
export const pageSizes = [10, 20, 50, 100] as const;
export const PAGE_SIZE_DEFAULT = 10;
export const PAGE_SIZE_MAX = 100;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 20;
export const USERNAME_MIN = 1;
export const USERNAME_MAX = 20;
export const DISPLAY_NAME_MAX = 20;
export const EMAIL_MAX = 50;
export const USER_MESSAGE_MAX = 2000;
export const USER_GROUP_MAX = 64;
export const QUOTA_REASON_MAX = 200;
export const TOKEN_NAME_MAX = 30;
export const TOKENS_PER_USER_MAX = 1000;
export const REDEMPTION_NAME_MAX = 20;
export const REDEMPTION_COUNT_MAX = 100;
export const MODEL_NAME_MAX = 255;
export const GROUP_NAME_MAX = 64;
export const GROUP_LABEL_MAX = 100;

/** Largest ratio of a table, and largest price of a call in currency units: far above every price list, far below what overflows. */
export const RATIO_MAX = 1_000_000;
/** Largest amount of units an option may name; a thousand of them are still exact. */
export const OPTION_UNITS_MAX = 1_000_000_000_000;

/** The longest text of a code: six digits, or a recovery code with its dash; people add blanks. */
export const TOTP_CODE_MAX = 32;
export const RECOVERY_CODE_COUNT = 10;
export const PASSKEY_NAME_MAX = 64;
export const PASSKEYS_PER_USER_MAX = 20;

/** Number of random characters appended to a generated token name. */
export const TOKEN_NAME_SUFFIX_LENGTH = 6;
export const TOKEN_QUOTA_DEFAULT = 500_000;
export const tokenQuotaPresets = [500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000] as const;
/** The wire value of the expiry of a token that never expires. */
export const TOKEN_NEVER_EXPIRES = -1;
/** The life spans that the form offers, in seconds; null means never. */
export const tokenExpiryPresets = [
  { id: 'never', seconds: null },
  { id: 'hour', seconds: 3_600 },
  { id: 'day', seconds: 86_400 },
  { id: 'month', seconds: 2_592_000 },
] as const;
export const tokenBulkPresets = [10, 20, 30, 100] as const;
export const TOKEN_RATE_INTERVAL_DEFAULT_SECONDS = 1;
export const TOKEN_RATE_COUNT_DEFAULT = 1;

export const REDEMPTION_QUOTA_DEFAULT = 100_000;
export const REDEMPTION_COUNT_DEFAULT = 1;

export const CHANNEL_PRIORITY_MIN = -999;
export const CHANNEL_WEIGHT_MIN = 0;

/** The wait in seconds before an e-mail code or a reset mail may be requested again. */
export const MAIL_COOLDOWN_SECONDS = 30;
export const EMAIL_CODE_LIFETIME_SECONDS = 600;
export const WECHAT_CODE_LIFETIME_SECONDS = 180;
export const TOAST_DURATION_MS = 3_000;

/** The window width in pixels at or below which the console uses its narrow layout. */
export const NARROW_WIDTH_PX = 600;
/** Records shown on the wallet page; tokens per page on the quick-configure page follow. */
export const TOP_UP_RECORDS_SHOWN = 5;
export const QUICK_TOKENS_PER_PAGE = 5;

/** Colour steps: up to and including `atMost` the colour applies; above the last one red. */
export const channelResponseSteps = [
  { atMostMs: 1_000, color: 'green' },
  { atMostMs: 3_000, color: 'lime' },
  { atMostMs: 5_000, color: 'yellow' },
] as const;
export const LOG_DURATION_GREEN_BELOW_SECONDS = 101;
export const LOG_DURATION_ORANGE_BELOW_SECONDS = 300;
export const FIRST_TOKEN_GREEN_BELOW_SECONDS = 3;
export const FIRST_TOKEN_ORANGE_BELOW_SECONDS = 10;
export const TASK_DURATION_RED_ABOVE_SECONDS = 60;

/** Longest span of a user's own dashboard: 31 days and one hour, so that the week view's hour ahead still fits. */
export const DATA_SPAN_MAX_SECONDS = 2_682_000;
/** Longest span of an administrator's dashboard. */
export const DATA_SPAN_ADMIN_MAX_SECONDS = 31_622_400;
