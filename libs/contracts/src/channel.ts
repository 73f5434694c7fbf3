import { isJsonObject, type JsonObject } from './json';
import { type ChannelShape, type ChannelShapeSave } from './channel-shape';
import { type ChannelStatusValue } from './statuses';

/** A channel as administrators see it. Times are Unix seconds unless the name or a comment says otherwise. */
export interface ChannelView extends ChannelShape {
  readonly id: number;
  readonly type: number;
  readonly name: string;
  readonly status: ChannelStatusValue;
  /** The key; present only when the request says include_key=true. */
  readonly key?: string;
  /** True when the key holds one key per line. Requests share these keys, and each key has its own state. */
  readonly several_keys: boolean;
  readonly total_keys: number;
  /** Number of keys that the server has not disabled. */
  readonly usable_keys: number;
  /** The group names, joined by commas. */
  readonly group: string;
  /** The model names, joined by commas. */
  readonly models: string;
  readonly openai_organization: string | null;
  /** The largest estimated prompt in tokens that this channel takes; 0 is no limit. */
  readonly ma_input_tokens: number;
  readonly base_url: string;
  /** A value whose meaning depends on the type; see the table of channel types. */
  readonly other: string;
  /** JSON text with `status_reason` and `status_time`; empty when the server never changed the status. */
  readonly other_info: string;
  /** JSON text that maps requested names to upstream names; empty when there is no mapping. */
  readonly model_mapping: string;
  /** JSON text that maps upstream statuses to statuses; empty when there is no mapping. */
  readonly status_code_mapping: string;
  readonly test_model: string | null;
  /** 1 allows the server to disable the channel. */
  readonly auto_ban: 0 | 1;
  readonly priority: number;
  readonly weight: number;
  /** Milliseconds that the last test took; 0 when there was no test. */
  readonly response_time: number;
  readonly test_time: number;
  readonly used_quota: number;
  /** The balance at the provider, in the provider's money. */
  readonly balance: number;
  readonly balance_updated_time: number;
  readonly created_time: number;
}

/** The parsed `other_info` of a channel. */
export interface ChannelOtherInfo {
  readonly status_reason?: string;
  readonly status_time?: number;
}

/**
 * The columns that an administrator may write. Columns that only the server writes are missing here and are ignored in
 * bodies.
 */
export interface ChannelSave extends ChannelShapeSave {
  readonly type?: number;
  readonly name: string;
  /** The text of the key. Each non-empty line makes a channel, except where the key of the type is one document. */
  readonly key: string;
  /** True when all lines of the key belong to one channel; no effect where the key of the type is one document. */
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

/**
 * An edit of a channel. Absent fields stay as they are; an absent or empty key keeps the stored one. Status 3 is
 * refused.
 */
export interface ChannelEdit extends Partial<ChannelSave> {
  readonly id: number;
  readonly status?: 1 | 2;
}

/**
 * The state of one key of a channel with several. `resting`: busy or failing, and tried again without help. `out`:
 * refused by the provider.
 */
export type ChannelKeyState = 'usable' | 'resting' | 'out';

/** A key of a channel, without the secret itself. */
export interface ChannelKeyView {
  /** Names the key in calls; it never changes while the key exists. */
  readonly id: string;
  /** The place of the key, from 1, in the order in which keys are written. */
  readonly position: number;
  readonly mask: string;
  readonly state: ChannelKeyState;
  /** The message of the provider when the key was disabled; empty otherwise. */
  readonly reason: string;
  /** Unix seconds at which the key was disabled; 0 otherwise. */
  readonly out_since: number;
  /** Seconds until a resting key is tried again, on the node that responds; 0 otherwise. */
  readonly rests_for: number;
}

/** Keys to add to a channel, one per line; known ones are skipped. */
export interface ChannelKeysAdd {
  readonly key: string;
}

/** A 0-based page of the channel table. */
export interface ChannelQuery {
  readonly p?: number;
  readonly page_size?: number;
  readonly id_sort?: boolean;
  readonly include_key?: boolean;
}

/** A search of the channel table; its filters are combined with "and". */
export interface ChannelSearch {
  readonly keyword?: string;
  readonly group?: string;
  readonly model?: string;
  /** The exact tag. */
  readonly tag?: string;
  /** One of the statuses of channels. */
  readonly status?: number;
  /** The number of a channel type. */
  readonly type?: number;
  readonly id_sort?: boolean;
}

export interface ChannelBatch {
  readonly ids: readonly number[];
}

/**
 * A request to the server for the model list of an unsaved form, so that the browser does not send the key to another
 * origin. The fields mean what they mean in a channel.
 */
export interface ChannelModelFetch extends Pick<ChannelShapeSave, 'proxy' | 'header_override'> {
  /** The saved channel that the form edits: an empty key means the saved one, while type and address are unchanged. */
  readonly id?: number;
  readonly type: number;
  readonly base_url?: string;
  readonly key?: string;
  readonly other?: string;
  readonly openai_organization?: string | null;
}

/** An element of `GET /api/channel/models`. */
export interface ModelObject {
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: string;
}

/** The response of `GET /api/models`: the number of a type as text, and the names offered for it. */
export type ModelsByType = Readonly<Record<string, readonly string[]>>;

/** Older model names, each with the current name that an operator usually wants instead. */
export const modelAliases = {
  'gpt-3.5-turbo-0301': 'gpt-3.5-turbo',
  'gpt-4-0314': 'gpt-4',
  'gpt-4-32k-0314': 'gpt-4-32k',
} as const;

/** The example that the form shows for a status code mapping. */
export const STATUS_CODE_MAPPING_EXAMPLE = { '400': '500' } as const;
/** The example that the form shows for the region of a Vertex channel. */
export const VERTEX_REGION_EXAMPLE = { default: 'us-central1', 'claude-3-5-sonnet-20240620': 'europe-west1' } as const;

/** True for an absolute http or https address without credentials or blanks. */
export function isHttpUrl(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const address = new URL(text);
  return /^https?:$/.test(address.protocol) && address.username === '' && address.password === '';
}

/** True for an http(s) address that a path can be appended to: a query or a fragment would swallow the path. */
export function isBaseUrl(text: string): boolean {
  return isHttpUrl(text) && !/[?#]/.test(text);
}

/**
 * A text, trimmed and without the slashes at its end. Slashes are counted from the end: an expression would try every
 * slash of a long row.
 */
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
    // A text that is not JSON is one of the two cases that this function distinguishes.
    return null;
  }
}

/** True for an empty text, or for a JSON object whose values are texts. */
export function isTextMap(text: string): boolean {
  if (text.trim() === '') return true;
  const map = parseObject(text);
  return map !== null && Object.values(map).every(value => typeof value === 'string');
}

function isStatusCode(value: unknown): boolean {
  return /^[1-5]\d\d$/.test(String(value));
}

/** True for an empty text, or for a JSON object from status to status, both 100 to 599, as texts or numbers. */
export function isStatusCodeMapping(text: string): boolean {
  if (text.trim() === '') return true;
  const map = parseObject(text);
  return map !== null && Object.entries(map).every(([from, to]) => isStatusCode(from) && isStatusCode(to));
}

/** Faults of a region text, which must be a region name, or a JSON object of texts that holds at least `default`. */
type RegionProblem = 'empty' | 'noDefault';

/** Finds the fault in the region of a Vertex channel; null when there is none. */
export function regionProblem(other: string): RegionProblem | null {
  const text = other.trim();
  if (text === '') return 'empty';
  if (!text.startsWith('{')) return null;
  const map = parseObject(text);
  return map !== null && typeof map.default === 'string' && map.default !== '' ? null : 'noDefault';
}
