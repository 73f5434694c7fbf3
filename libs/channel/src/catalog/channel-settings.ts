import {
  isJsonObject,
  plainChannelShape,
  readHeaderOverride,
  readParamOverride,
  readSupplierCost,
  readPassHeaders,
  type ChannelShape,
  type HeaderOverride,
  type ParamRule,
  type SupplierCost,
  type SystemPromptMode,
} from '@contracts';
import { type SecretBox } from '@platform';

/** What is kept in the JSON of a channel's settings; the other fields of its shape have columns. */
export type ChannelSettings = Omit<ChannelShape, 'tag' | 'note' | 'expired_time'>;

/** Requests and tokens per minute, and requests at a time; 0 is no limit. */
export interface CatalogLimits {
  readonly rpm: number;
  readonly tpm: number;
  readonly concurrency: number;
}

/** The settings of a channel as the relay uses them; null or empty is off. */
export interface CatalogShape {
  /** What the channel costs its operator beside others. */
  readonly costRatio: number;
  /** What its calls cost at the supplier; null where the channel says nothing of it. */
  readonly supplierCost: SupplierCost | null;
  /** Milliseconds; 0 is the server's own limit. */
  readonly firstByteTimeoutMs: number;
  readonly firstTokenTimeoutMs: number;
  /** The address of a proxy with its password; it never reaches logs. */
  readonly proxy: string;
  readonly headerOverride: HeaderOverride | null;
  readonly passHeaders: readonly string[] | null;
  readonly paramOverride: readonly ParamRule[] | null;
  readonly systemPrompt: { readonly text: string; readonly mode: SystemPromptMode } | null;
  readonly limits: CatalogLimits | null;
  /** For each key of the channel. */
  readonly keyLimits: CatalogLimits | null;
}

const { tag: _tag, note: _note, expired_time: _expiry, ...plainSettings } = plainChannelShape;

/** The settings of which nothing is set. */
export const noSettings: ChannelSettings = plainSettings;

export const plainCatalogShape: CatalogShape = toCatalogShape(noSettings);

/** Reads the stored JSON; what is missing in it is off. The proxy is as it was stored: sealed. */
export function readSettings(stored: string): ChannelSettings {
  if (stored === '') return noSettings;
  const parsed: unknown = JSON.parse(stored);
  return isJsonObject(parsed) ? { ...noSettings, ...parsed } : noSettings;
}

/** The JSON to store: only what is set, and nothing at all where nothing is. */
export function writeSettings(settings: ChannelSettings): string {
  const names = Object.keys(noSettings) as (keyof ChannelSettings)[];
  const set = names.filter(name => settings[name] !== noSettings[name]);
  return set.length === 0 ? '' : JSON.stringify(Object.fromEntries(set.map(name => [name, settings[name]])));
}

/** Opens the proxy of stored settings; empty where there is none. */
export function openProxy({ proxy }: ChannelSettings, box: SecretBox): string {
  return proxy === '' ? '' : box.open('channel-proxy', proxy);
}

/** @param settings with the proxy opened */
export function toCatalogShape(settings: ChannelSettings): CatalogShape {
  const headers = readHeaderOverride(settings.header_override);
  const passed = readPassHeaders(settings.pass_headers);
  const params = readParamOverride(settings.param_override);
  const cost = readSupplierCost(settings.supplier_cost);
  const { system_prompt: text, system_prompt_mode: mode } = settings;
  return {
    costRatio: settings.cost_ratio,
    supplierCost: 'cost' in cost ? cost.cost : null,
    firstByteTimeoutMs: settings.first_byte_timeout_seconds * 1000,
    firstTokenTimeoutMs: settings.first_token_timeout_seconds * 1000,
    proxy: settings.proxy,
    headerOverride: 'headers' in headers && headers.headers.size > 0 ? headers.headers : null,
    passHeaders: 'names' in passed && passed.names.length > 0 ? passed.names : null,
    paramOverride: 'rules' in params && params.rules.length > 0 ? params.rules : null,
    systemPrompt: text === '' ? null : { text, mode },
    limits: limitsOf(settings.rpm_limit, settings.tpm_limit, settings.max_concurrency),
    keyLimits: limitsOf(settings.key_rpm_limit, settings.key_tpm_limit, settings.key_max_concurrency),
  };
}

function limitsOf(rpm: number, tpm: number, concurrency: number): CatalogLimits | null {
  return rpm === 0 && tpm === 0 && concurrency === 0 ? null : { rpm, tpm, concurrency };
}
