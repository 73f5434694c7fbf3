import { type LogOther, type UsageBuckets } from '@contracts';
import { isJsonObject } from '@kernel';

/** How a call found its channel. */
export interface CallRoute {
  /** The channels in the order in which they were tried. */
  readonly tried: readonly number[];
  readonly because?: string;
  /** The key that was used, for a channel with several. */
  readonly key?: { readonly position: number; readonly mask: string };
  /** The name of the model at the upstream, where it is another one. */
  readonly upstreamModel?: string;
}

/** What a charged call leaves in the log beside the columns of its row. */
export interface CallDetails {
  /** The text of {@link packedPrice}; it is the same for all calls at a price. */
  readonly price: string;
  readonly usage: UsageBuckets;
  /** Milliseconds until the first upstream data; null when none arrived. */
  readonly firstByteMs: number | null;
  readonly route: CallRoute;
  /** Further members of a `LogOther` as JSON, each with a comma before it. */
  readonly rest: string;
}

/** The columns of a row from which parts of its details follow. */
export interface CallColumns {
  readonly channelId: number;
  readonly quota: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Begins every packed text; no text of another kind begins like this. */
const MARK = '{"$":';

/** Fields of a price and what they are called in a packed text. */
const PRICE_NAMES: Readonly<Record<string, string>> = {
  modelRatio: 'm',
  completionRatio: 'o',
  cacheRatio: 'c',
  createCacheRatio: 'w',
  groupRatio: 'g',
  modelPrice: 'p',
  audioRatio: 'a',
  audioCompletionRatio: 'ao',
  imageRatio: 'i',
  searchPrice: 's',
  quotaPerUnit: 'q',
  bookVersion: 'b',
};

/** Buckets that do not follow from the two columns of tokens, and what they are called in a packed text. */
const BUCKET_NAMES: Readonly<Partial<Record<keyof UsageBuckets, string>>> = {
  cachedReadTokens: 'c',
  cacheWrite5mTokens: 'w',
  cacheWrite1hTokens: 'h',
  audioInputTokens: 'a',
  imageInputTokens: 'i',
  reasoningTokens: 'r',
  audioOutputTokens: 'ao',
  imageOutputTokens: 'io',
  webSearches: 's',
};
const BUCKETS = Object.entries(BUCKET_NAMES) as readonly (readonly [keyof UsageBuckets, string])[]; // keys of the table above
const PROMPT_PARTS = [
  'cachedReadTokens',
  'cacheWrite5mTokens',
  'cacheWrite1hTokens',
  'audioInputTokens',
  'imageInputTokens',
] as const;
const COMPLETION_PARTS = ['audioOutputTokens', 'imageOutputTokens'] as const;

const ONLY_CHANNEL = 'only channel';
const BY_WEIGHT = /^weight (\d+) of (\d+) in priority (-?\d+)$/;

/** The price of a receipt with short names, as JSON. */
export function packedPrice({ mode, ...price }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...renamed(Object.entries(price), PRICE_NAMES), ...(mode === 'call' ? { k: 1 } : {}) });
}

/**
 * The details as the short text that a row stores: without what follows from the columns of the row, and with short
 * names. {@link unpackCall} makes the details again.
 */
export function packCall({ price, usage, firstByteMs, route, rest }: CallDetails): string {
  const firstByte = firstByteMs === null ? '' : `,"f":${firstByteMs}`;
  return `${MARK}${price}${packedUsage(usage)}${firstByte}${packedRoute(route)}${rest}}`;
}

function packedUsage(usage: UsageBuckets): string {
  let text = usage.calls === 1 ? '' : `,"n":${countText(usage.calls)}`;
  for (const [bucket, name] of BUCKETS) if (usage[bucket] !== 0) text += `,"${name}":${countText(usage[bucket])}`;
  return text === '' ? '' : `,"u":{${text.slice(1)}}`;
}

/** A count as JSON writes it, which has no word for infinity. */
function countText(count: number): string {
  return Number.isFinite(count) ? String(count) : 'null';
}

/** The channel of the row is the last one that was tried; a call that tried no other does not say it again. */
function packedRoute({ tried, because, key, upstreamModel }: CallRoute): string {
  let text = tried.length > 1 ? `,"c":${JSON.stringify(tried)}` : '';
  if (because !== undefined) text += `,"b":${packedBecause(because)}`;
  if (key) text += `,"k":${JSON.stringify([key.position, key.mask])}`;
  if (upstreamModel !== undefined) text += `,"m":${JSON.stringify(upstreamModel)}`;
  return text;
}

function packedBecause(because: string): string {
  if (because === ONLY_CHANNEL) return '1';
  const [, weight, all, priority] = BY_WEIGHT.exec(because) ?? [];
  return weight === undefined ? JSON.stringify(because) : `[${weight},${all},${priority}]`;
}

/** The details of a packed text, or null for a text of another kind. */
export function unpackCall(text: string, columns: CallColumns): (LogOther & { readonly receipt: object }) | null {
  if (!text.startsWith(MARK)) return null;
  const { $, u, f, c, b, k, m, ...rest } = JSON.parse(text) as PackedCall;
  const { k: perCall, ...names } = $;
  const price = named(names, PRICE_NAMES);
  const usage = usageOf(named(u ?? {}, { ...BUCKET_NAMES, calls: 'n' }), columns);
  const ratio = (field: string, neutral: number) => (typeof price[field] === 'number' ? price[field] : neutral);
  return {
    model_ratio: ratio('modelRatio', 0),
    group_ratio: ratio('groupRatio', 1),
    completion_ratio: ratio('completionRatio', 1),
    model_price: perCall ? ratio('modelPrice', 0) : -1,
    cache_tokens: usage.cachedReadTokens ?? 0,
    cache_ratio: ratio('cacheRatio', 1),
    ...(f === undefined ? {} : { frt: f }),
    ...rest,
    receipt: { version: 1, units: columns.quota, usage, price: { ...price, mode: perCall ? 'call' : 'token' } },
    admin_info: {
      use_channel: (c ?? (columns.channelId ? [columns.channelId] : [])).map(String),
      ...(b === undefined ? {} : { chosen_because: becauseText(b) }),
      ...(k ? { used_key_position: k[0], used_key_mask: k[1] } : {}),
      ...(m === undefined ? {} : { is_model_mapped: true, upstream_model_name: m }),
    },
  };
}

/** The `other` of a row as its readers get it: JSON of a `LogOther`, or whatever text an unpacked row stores. */
export function otherText(row: CallColumns & { readonly other: string }): string {
  const details = unpackCall(row.other, row);
  return details ? JSON.stringify(details) : row.other;
}

type Because = 1 | string | readonly [weight: number, all: number, priority: number];

interface PackedCall {
  /** The price; `k` marks a price per call. */
  readonly $: Readonly<Record<string, unknown>>;
  /** The buckets; one billable call is not written. */
  readonly u?: Readonly<Record<string, unknown>>;
  readonly f?: number;
  /** The channels tried; not written when the channel of the row was the only one. */
  readonly c?: readonly number[];
  readonly b?: Because;
  readonly k?: readonly [position: number, mask: string];
  readonly m?: string;
}

function becauseText(because: Because): string {
  if (because === 1) return ONLY_CHANNEL;
  return typeof because === 'string' ? because : `weight ${because[0]} of ${because[1]} in priority ${because[2]}`;
}

/** Tokens of the ordinary buckets are what the other buckets leave of the columns. */
function usageOf(
  { calls = 1, ...buckets }: Partial<UsageBuckets>,
  { promptTokens, completionTokens }: CallColumns,
): Partial<UsageBuckets> {
  const rest = (total: number, parts: readonly (keyof UsageBuckets)[]) =>
    parts.reduce((left, part) => left - ((buckets as Partial<UsageBuckets>)[part] ?? 0), total);
  const usage: Partial<UsageBuckets> = {
    promptTokens: rest(promptTokens, PROMPT_PARTS),
    ...buckets,
    completionTokens: rest(completionTokens, COMPLETION_PARTS),
    calls,
  };
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== 0));
}

function renamed(entries: readonly (readonly [string, unknown])[], names: Readonly<Record<string, string>>) {
  return Object.fromEntries(entries.map(([name, value]) => [names[name] ?? name, value]));
}

/** The fields of a packed object by their full names; names that are not known stand for themselves. */
function named(packed: unknown, names: Readonly<Record<string, string>>): Readonly<Record<string, never>> {
  if (!isJsonObject(packed)) return {};
  const full = new Map(Object.entries(names).map(([name, short]) => [short, name]));
  return renamed(Object.entries(packed), Object.fromEntries(full)) as Readonly<Record<string, never>>; // shapes differ by caller
}
