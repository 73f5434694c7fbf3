import {
  CHANNEL_LIMIT_MAX,
  CHANNEL_NOTE_MAX,
  CHANNEL_PROXY_MAX,
  CHANNEL_TAG_MAX,
  CHANNEL_TIMEOUT_SECONDS_MAX,
  channelLimitFields,
  channelTimeoutFields,
  COST_RATIO_MAX,
  HEADER_OVERRIDE_MAX,
  isProxyAddress,
  PARAM_OVERRIDE_MAX,
  PASS_HEADERS_MAX,
  readHeaderOverride,
  readParamOverride,
  readPassHeaders,
  readSupplierCost,
  SUPPLIER_COST_MAX,
  SYSTEM_PROMPT_MAX,
  systemPromptModes,
  withKeptPassword,
  type ChannelShapeSave,
} from '@contracts';
import { AppError } from '@kernel';
import { type SecretBox } from '@platform';
import { noSettings, openProxy, readSettings, writeSettings, type ChannelSettings } from '../catalog/channel-settings';
import { type ChannelEntity } from '../store/channel.entity';

/** The columns that hold the shape of a channel. */
export type ShapeColumns = Pick<ChannelEntity, 'settings' | 'tag' | 'note' | 'expiresAtMs'>;

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** The latest time a database column and a date of the language hold. */
const EXPIRY_SECONDS_MAX = 253_402_300_799;

/**
 * The changes of the columns that shape a channel: only fields that are present, each checked.
 *
 * @param stored the settings of the channel, as stored
 * @throws AppError CHANNEL_* with the rule that was broken
 */
export function shapeColumns(body: ChannelShapeSave, stored: string, box: SecretBox): Partial<ShapeColumns> {
  const columns: Partial<Writable<ShapeColumns>> = {};
  if (isGiven(body.tag)) columns.tag = bounded('tag', body.tag.trim(), CHANNEL_TAG_MAX);
  if (isGiven(body.note)) columns.note = bounded('note', body.note.trim(), CHANNEL_NOTE_MAX);
  if (isGiven(body.expired_time)) columns.expiresAtMs = expiry(body.expired_time);
  const changes = settingChanges(body, stored, box);
  if (Object.keys(changes).length === 0) return columns;
  return { ...columns, settings: writeSettings({ ...readSettings(stored), ...changes }) };
}

function settingChanges(body: ChannelShapeSave, stored: string, box: SecretBox): Partial<ChannelSettings> {
  const changes: Partial<Writable<ChannelSettings>> = {};
  for (const field of channelLimitFields) {
    const value = body[field];
    if (isGiven(value)) changes[field] = whole(field, value, CHANNEL_LIMIT_MAX);
  }
  for (const field of channelTimeoutFields) {
    const value = body[field];
    if (isGiven(value)) changes[field] = whole(field, value, CHANNEL_TIMEOUT_SECONDS_MAX);
  }
  if (isGiven(body.cost_ratio)) changes.cost_ratio = costRatio(body.cost_ratio);
  if (body.supplier_cost !== undefined) changes.supplier_cost = supplierCost(body.supplier_cost ?? '');
  if (body.header_override !== undefined) changes.header_override = headers(body.header_override ?? '');
  if (isGiven(body.pass_headers)) changes.pass_headers = passed(body.pass_headers);
  if (body.param_override !== undefined) changes.param_override = params(body.param_override ?? '');
  if (isGiven(body.system_prompt)) {
    const text = body.system_prompt.trim() === '' ? '' : body.system_prompt;
    changes.system_prompt = bounded('system_prompt', text, SYSTEM_PROMPT_MAX);
  }
  if (isGiven(body.system_prompt_mode)) {
    if (!systemPromptModes.includes(body.system_prompt_mode)) throw new AppError('CHANNEL_PROMPT_MODE_INVALID');
    changes.system_prompt_mode = body.system_prompt_mode;
  }
  const sealed = isGiven(body.proxy) ? sealedProxy(body.proxy.trim(), readSettings(stored).proxy, box) : null;
  return sealed === null ? changes : { ...changes, proxy: sealed };
}

/** The sealed text to store, or null to keep the stored one: sealing gives another text each time. */
function sealedProxy(typed: string, stored: string, box: SecretBox): string | null {
  const known = openProxy({ ...noSettings, proxy: stored }, box);
  const address = withKeptPassword(typed, known);
  if (address === known) return null;
  if (address.length > CHANNEL_PROXY_MAX || !isProxyAddress(address)) throw new AppError('CHANNEL_PROXY_INVALID');
  return address === '' ? '' : box.seal('channel-proxy', address);
}

function headers(text: string): string {
  const result = readHeaderOverride(bounded('header_override', text.trim(), HEADER_OVERRIDE_MAX));
  if ('code' in result) throw new AppError(result.code, { params: { at: result.at } });
  return result.headers.size === 0 ? '' : text.trim();
}

function passed(text: string): string {
  const result = readPassHeaders(bounded('pass_headers', text, PASS_HEADERS_MAX));
  if ('code' in result) throw new AppError(result.code, { params: { at: result.at } });
  return result.names.join(',');
}

function params(text: string): string {
  const result = readParamOverride(bounded('param_override', text.trim(), PARAM_OVERRIDE_MAX));
  if ('code' in result) throw new AppError(result.code, { params: { at: result.at } });
  return result.rules.length === 0 ? '' : text.trim();
}

function whole(field: string, value: number, max: number): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= max) return value;
  throw new AppError('CHANNEL_LIMIT_INVALID', { params: { field, max } });
}

function costRatio(value: number): number {
  if (Number.isFinite(value) && value >= 0 && value <= COST_RATIO_MAX) return value;
  throw new AppError('CHANNEL_COST_INVALID', { params: { max: COST_RATIO_MAX } });
}

function supplierCost(text: string): string {
  const result = readSupplierCost(bounded('supplier_cost', text.trim(), SUPPLIER_COST_MAX));
  if ('code' in result) throw new AppError(result.code, { params: { at: result.at } });
  return result.cost === null ? '' : text.trim();
}

function bounded(field: string, text: string, max: number): string {
  if (text.length <= max) return text;
  throw new AppError('CHANNEL_TEXT_TOO_LONG', { params: { field, max } });
}

/** @returns milliseconds; 0 is never */
function expiry(seconds: number): number {
  if (seconds === -1 || seconds === 0) return 0;
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > EXPIRY_SECONDS_MAX) {
    throw new AppError('CHANNEL_EXPIRY_INVALID');
  }
  return seconds * 1000;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== undefined && value !== null;
}
