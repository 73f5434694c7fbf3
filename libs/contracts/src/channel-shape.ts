/** Where the system prompt of a channel goes: before the caller's own, or in its place. */
export const systemPromptModes = ['before', 'instead'] as const;
export type SystemPromptMode = (typeof systemPromptModes)[number];

/** The fields of a channel that count something; 0 is no limit. */
export const channelLimitFields = [
  'rpm_limit',
  'tpm_limit',
  'max_concurrency',
  'key_rpm_limit',
  'key_tpm_limit',
  'key_max_concurrency',
] as const;
export type ChannelLimitField = (typeof channelLimitFields)[number];

/** The fields of a channel that limit a wait, in seconds; 0 is the server's own limit. */
export const channelTimeoutFields = ['first_byte_timeout_seconds', 'first_token_timeout_seconds'] as const;
export type ChannelTimeoutField = (typeof channelTimeoutFields)[number];

/** How a channel differs from others of its type. Empty or 0 is off. */
export interface ChannelShape extends Readonly<Record<ChannelLimitField | ChannelTimeoutField, number>> {
  /** What the channel costs its operator beside others, 1 unless it was set; the strategy `cheapest` takes the least. */
  readonly cost_ratio: number;
  /** JSON text of a `SupplierCost`: what calls cost at the supplier; the cost of the tag counts where it is empty. */
  readonly supplier_cost: string;
  /** `http://`, `https://` or `socks5://`; views show its password as `***`, and `***` keeps the stored one. */
  readonly proxy: string;
  /** JSON text: header name to text, or to null, which removes the header. */
  readonly header_override: string;
  /** Comma list of the names of headers that are passed on from the caller. */
  readonly pass_headers: string;
  /** JSON text: an object of fields to set, or `{"rules": [...]}`; see `readParamOverride`. */
  readonly param_override: string;
  readonly system_prompt: string;
  readonly system_prompt_mode: SystemPromptMode;
  /** A label by which channels are found and changed together. */
  readonly tag: string;
  readonly note: string;
  /** Unix seconds from which the channel serves nothing; -1 is never. */
  readonly expired_time: number;
}

/** The fields as an edit sends them; the JSON fields may be objects instead of texts. */
export type ChannelShapeSave = Partial<Omit<ChannelShape, 'header_override' | 'param_override' | 'supplier_cost'>> & {
  readonly supplier_cost?: string | null;
  readonly header_override?: string | null;
  readonly param_override?: string | null;
};

/** A channel of which nothing was shaped. */
export const plainChannelShape: ChannelShape = {
  cost_ratio: 1,
  supplier_cost: '',
  first_byte_timeout_seconds: 0,
  first_token_timeout_seconds: 0,
  proxy: '',
  header_override: '',
  pass_headers: '',
  param_override: '',
  system_prompt: '',
  system_prompt_mode: 'before',
  max_concurrency: 0,
  rpm_limit: 0,
  tpm_limit: 0,
  key_rpm_limit: 0,
  key_tpm_limit: 0,
  key_max_concurrency: 0,
  tag: '',
  note: '',
  expired_time: -1,
};

/** The largest value of a limit; far above any real one. */
export const CHANNEL_LIMIT_MAX = 1_000_000_000;
export const CHANNEL_TIMEOUT_SECONDS_MAX = 3600;
export const COST_RATIO_MAX = 1000;
export const CHANNEL_TAG_MAX = 64;
export const CHANNEL_NOTE_MAX = 1000;
export const CHANNEL_PROXY_MAX = 1024;
export const HEADER_OVERRIDE_MAX = 8192;
export const PASS_HEADERS_MAX = 2048;
export const PARAM_OVERRIDE_MAX = 16_384;
export const SYSTEM_PROMPT_MAX = 32_768;

/** What stands in a view for the password of a proxy. */
export const PROXY_PASSWORD_MASK = '***';
const PROXY_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:', 'socks5h:']);

/** True for an empty text, or for the address of a proxy: protocol, host, and perhaps user, password and port. */
export function isProxyAddress(text: string): boolean {
  if (text === '') return true;
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  return PROXY_PROTOCOLS.has(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === '';
}

/** The address of a proxy with its password masked. */
export function maskedProxy(text: string): string {
  if (!URL.canParse(text)) return '';
  const address = new URL(text);
  if (address.password !== '') address.password = PROXY_PASSWORD_MASK;
  return address.toString().replace(/\/$/, '');
}

/** The address that an edit means: `***` as the password stands for the stored one of the same user and host. */
export function withKeptPassword(text: string, stored: string): string {
  return stored !== '' && text.trim().replace(/\/$/, '') === maskedProxy(stored) ? stored : text;
}
