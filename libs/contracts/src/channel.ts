import { isJsonObject, type JsonObject } from './json';
import { type ChannelStatusValue } from './statuses';

/** An upstream account as administrators see it. Times are Unix seconds unless the name or note says otherwise. */
export interface ChannelView {
  readonly id: number;
  readonly type: number;
  readonly name: string;
  readonly status: ChannelStatusValue;
  /** Only when asked for with include_key=true. */
  readonly key?: string;
  /** The key is one per line, and requests share them; each has a health of its own. */
  readonly several_keys: boolean;
  readonly total_keys: number;
  /** Keys that the server has not put out. */
  readonly usable_keys: number;
  /** Comma-joined group names. */
  readonly group: string;
  /** Comma-joined model names. */
  readonly models: string;
  readonly openai_organization: string | null;
  /** Largest estimated prompt in tokens this channel takes; 0 is no limit. */
  readonly ma_input_tokens: number;
  readonly base_url: string;
  /** Meaning depends on the type, see the channel type table. */
  readonly other: string;
  /** JSON text with `status_reason` and `status_time`; empty when the server never changed the status. */
  readonly other_info: string;
  /** JSON text, requested name to upstream name; empty is none. */
  readonly model_mapping: string;
  /** JSON text, upstream status to status; empty is none. */
  readonly status_code_mapping: string;
  readonly test_model: string | null;
  /** 1 allows automatic disabling. */
  readonly auto_ban: 0 | 1;
  readonly priority: number;
  readonly weight: number;
  /** Milliseconds of the last test; 0 never tested. */
  readonly response_time: number;
  readonly test_time: number;
  readonly used_quota: number;
  /** The provider's money, not ours. */
  readonly balance: number;
  readonly balance_updated_time: number;
  readonly created_time: number;
}

/** Parsed `other_info`. */
export interface ChannelOtherInfo {
  readonly status_reason?: string;
  readonly status_time?: number;
}

/** The columns an administrator may write; what only the server writes is not here and is ignored in bodies. */
export interface ChannelSave {
  readonly type?: number;
  readonly name: string;
  /** One channel per non-empty line, except where the type's key is one document. */
  readonly key: string;
  /** All lines of the key belong to one channel; no effect where the type's key is one document. */
  readonly several_keys?: boolean;
  readonly group?: string;
  readonly models: string;
  readonly openai_organization?: string | null;
  readonly ma_input_tokens?: number;
  readonly base_url?: string | null;
  readonly other?: string;
  readonly model_mapping?: string | null;
  readonly status_code_mapping?: string | null;
  readonly test_model?: string | null;
  readonly auto_ban?: 0 | 1;
  readonly priority?: number;
  readonly weight?: number;
}

/** Absent fields stay as they are; an absent or empty key keeps the stored one. Status 3 is refused. */
export interface ChannelEdit extends Partial<ChannelSave> {
  readonly id: number;
  readonly status?: 1 | 2;
}

/** How a key of a channel with several stands. `resting`: busy or failing, tried again by itself. `out`: refused by the provider. */
export type ChannelKeyState = 'usable' | 'resting' | 'out';

/** A key of a channel, without the key. */
export interface ChannelKeyView {
  /** Names the key in calls; stays the same for as long as the key does. */
  readonly id: string;
  /** From 1, in written order. */
  readonly position: number;
  readonly mask: string;
  readonly state: ChannelKeyState;
  /** What the provider said when it was put out; empty otherwise. */
  readonly reason: string;
  /** Unix seconds at which it was put out; 0 otherwise. */
  readonly out_since: number;
  /** Seconds until a resting key is tried again, on the node that answers; 0 otherwise. */
  readonly rests_for: number;
}

/** Keys to add to a channel, one per line; known ones are passed over. */
export interface ChannelKeysAdd {
  readonly key: string;
}

/** 0-based page of the channel table. */
export interface ChannelQuery {
  readonly p?: number;
  readonly page_size?: number;
  readonly id_sort?: boolean;
  readonly include_key?: boolean;
}

/** The filters are combined with "and". */
export interface ChannelSearch {
  readonly keyword?: string;
  readonly group?: string;
  readonly model?: string;
  readonly id_sort?: boolean;
}

export interface ChannelBatch {
  readonly ids: readonly number[];
}

/** Asks the server for an unsaved channel's model list, so that the key does not leave for a foreign origin. */
export interface ChannelModelFetch {
  readonly type: number;
  readonly base_url?: string;
  readonly key: string;
}

/** An element of `GET /api/channel/models`. */
export interface ModelObject {
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: string;
}

/** `GET /api/models`: type id as text to the names offered for it. */
export type ModelsByType = Readonly<Record<string, readonly string[]>>;

/** Older names and the current name that an operator usually wants instead. */
export const modelAliases = {
  'gpt-3.5-turbo-0301': 'gpt-3.5-turbo',
  'gpt-4-0314': 'gpt-4',
  'gpt-4-32k-0314': 'gpt-4-32k',
} as const;

/** Offered as the example when an operator fills in a status code mapping. */
export const STATUS_CODE_MAPPING_EXAMPLE = { '400': '500' } as const;
/** Offered as the example for the region field of a Vertex channel. */
export const VERTEX_REGION_EXAMPLE = { default: 'us-central1', 'claude-3-5-sonnet-20240620': 'europe-west1' } as const;

/** An absolute http or https address without credentials or blanks. */
export function isHttpUrl(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const address = new URL(text);
  return /^https?:$/.test(address.protocol) && address.username === '' && address.password === '';
}

/** An http(s) address that a path can be written behind: a query or a fragment would swallow it. */
export function isBaseUrl(text: string): boolean {
  return isHttpUrl(text) && !/[?#]/.test(text);
}

/** Trimmed and without the slashes at its end. Counted from the end: an expression would try every slash of a long row. */
export function withoutTrailingSlash(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === '/') end -= 1;
  return trimmed.slice(0, end);
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    // Not JSON is one of the two answers this function exists for.
    return null;
  }
}

/** Empty, or a JSON object whose values are texts. */
export function isTextMap(text: string): boolean {
  if (text.trim() === '') return true;
  const map = parseObject(text);
  return map !== null && Object.values(map).every(value => typeof value === 'string');
}

function isStatusCode(value: unknown): boolean {
  return /^[1-5]\d\d$/.test(String(value));
}

/** Empty, or a JSON object from status to status, both 100 to 599, as texts or numbers. */
export function isStatusCodeMapping(text: string): boolean {
  if (text.trim() === '') return true;
  const map = parseObject(text);
  return map !== null && Object.entries(map).every(([from, to]) => isStatusCode(from) && isStatusCode(to));
}

/** A region name, or a JSON object that holds at least `default`, all values texts. */
export type RegionProblem = 'empty' | 'noDefault';

/** What is wrong with the region of a Vertex channel, or null. */
export function regionProblem(other: string): RegionProblem | null {
  const text = other.trim();
  if (text === '') return 'empty';
  if (!text.startsWith('{')) return null;
  const map = parseObject(text);
  return map !== null && typeof map.default === 'string' && map.default !== '' ? null : 'noDefault';
}
