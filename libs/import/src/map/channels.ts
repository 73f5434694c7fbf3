import {
  ChannelStatus,
  channelTypeOf,
  CHANNEL_TAG_MAX,
  readHeaderOverride,
  readParamOverride,
  splitLines,
  withoutTrailingSlash,
} from '@contracts';
import { fitting, jsonObject, parsedObject, secondsToMs, text, whole, type SourceRow } from '../source/cells';
import { NO_AMOUNTS, type KindTable, type MapContext, type MappedRow } from '../run/target';
import { keyAndOther } from './channel-keys';
import { typeHere, type NumberedFamily } from './channel-types';

export const CHANNELS: KindTable = {
  kind: 'channel',
  table: 'channels',
  shape: {
    id: 'integer',
    type: 'integer',
    name: 'text',
    key_sealed: 'text',
    key_hash: 'text',
    several_keys: 'integer',
    channel_group: 'text',
    models: 'text',
    status: 'integer',
    openai_organization: 'text',
    base_url: 'text',
    other: 'text',
    model_mapping: 'text',
    status_code_mapping: 'text',
    test_model: 'text',
    auto_ban: 'integer',
    priority: 'integer',
    weight: 'integer',
    response_time_ms: 'integer',
    tested_at_ms: 'integer',
    status_reason: 'text',
    status_at_ms: 'integer',
    settings: 'text',
    tag: 'text',
    note: 'text',
    created_at_ms: 'integer',
  },
};

const NAME_MAX = 255;
const MAPPING_MAX = 1024;
/** Stands for a type that nothing here can serve. */
const UNSERVED_TYPE = 8;

/** A channel with its keys sealed; one of a type that nothing here can serve comes disabled, with a note. */
export function mapChannel(row: SourceRow, context: MapContext): MappedRow {
  const { ids, box, remarks } = context;
  const family = context.family as NumberedFamily; // models of LiteLLM are mapped elsewhere
  const sourceId = whole(row, 'id');
  const name = text(row, 'name');
  const there = whole(row, 'type');
  const here = typeHere(family, there);
  const { key, other } = keyAndOther(row, here?.type ?? UNSERVED_TYPE, context);
  if (!here)
    remarks.add(
      'channels of a type that nothing here can serve; they come disabled',
      `${name} (${sourceId}), type ${there}`,
    );
  const lines = channelTypeOf(here?.type ?? UNSERVED_TYPE)?.keyIsDocument ? [key] : splitLines(key);
  const baseUrl = withoutTrailingSlash(text(row, 'base_url')) || (here?.baseUrl ?? '');
  const note = here ? text(row, 'remark') : `Type ${there} of ${family} has no counterpart here.`;
  const info = jsonObject(row, 'other_info');
  const organization = text(row, 'open_ai_organization') || text(row, 'openai_organization');
  return {
    sourceId,
    columns: {
      id: ids.channel.get(sourceId) ?? 0,
      type: here?.type ?? UNSERVED_TYPE,
      name: fitting(name, NAME_MAX),
      key_sealed: box.seal('channel-key', key),
      key_hash: box.hash('channel-key', key),
      several_keys: lines.length > 1 ? 1 : 0,
      channel_group: text(row, 'group') || 'default',
      models: text(row, 'models'),
      status: here ? statusOf(row) : ChannelStatus.Disabled,
      openai_organization: organization || null,
      base_url: baseUrl,
      other,
      model_mapping: jsonOrNull(text(row, 'model_mapping')),
      status_code_mapping: fitting(jsonOrNull(text(row, 'status_code_mapping')) ?? '', MAPPING_MAX) || null,
      test_model: text(row, 'test_model') || null,
      auto_ban: row.auto_ban === undefined || row.auto_ban === null ? 1 : whole(row, 'auto_ban'),
      priority: whole(row, 'priority'),
      weight: Math.max(0, whole(row, 'weight')),
      response_time_ms: whole(row, 'response_time'),
      tested_at_ms: secondsToMs(whole(row, 'test_time')),
      status_reason: typeof info.status_reason === 'string' ? info.status_reason : '',
      status_at_ms: secondsToMs(Number(info.status_time ?? 0)),
      settings: settingsOf(row, `${name} (${sourceId})`, context),
      tag: fitting(text(row, 'tag'), CHANNEL_TAG_MAX),
      note,
      created_at_ms: secondsToMs(whole(row, 'created_time')),
    },
    amounts: { ...NO_AMOUNTS, used: whole(row, 'used_quota') },
  };
}

function statusOf(row: SourceRow): number {
  const status = whole(row, 'status');
  return status === ChannelStatus.Enabled || status === ChannelStatus.AutoDisabled ? status : ChannelStatus.Disabled;
}

function jsonOrNull(json: string): string | null {
  return Object.keys(parsedObject(json)).length > 0 ? json : null;
}

/** Columns and settings there that change what is sent, and have no counterpart here. */
const UNKNOWN_SETTINGS = ['plugin', 'only_chat', 'disabled_stream', 'compatible_response', 'allow_extra_body'];
const KNOWN_SETTINGS: ReadonlySet<string> = new Set(['proxy', 'system_prompt']);

/** The settings as a channel stores them: only what is set, the proxy sealed. */
function settingsOf(row: SourceRow, name: string, { box, remarks }: MapContext): string {
  const inside = jsonObject(row, 'setting');
  const proxy = text(row, 'proxy') || String(inside.proxy ?? '');
  const prompt = text(row, 'system_prompt') || String(inside.system_prompt ?? '');
  const params = text(row, 'param_override') || text(row, 'custom_parameter');
  const headers = text(row, 'header_override') || text(row, 'model_headers');
  const isSet = (json: string) => Object.keys(parsedObject(json)).length > 0;
  const hasParams = isSet(params) && 'rules' in readParamOverride(params);
  const hasHeaders = isSet(headers) && 'headers' in readHeaderOverride(headers);
  if (isSet(params) && !hasParams) remarks.add('channels whose parameters to set do not come', name);
  if (isSet(headers) && !hasHeaders) remarks.add('channels whose headers to set do not come', name);
  const lost = [
    ...Object.keys(inside).filter(key => !KNOWN_SETTINGS.has(key)),
    ...UNKNOWN_SETTINGS.filter(column => !/^(|0|false|null|\{\}|\[\])$/.test(text(row, column))),
  ];
  for (const setting of lost) remarks.add(`channels whose setting ${setting} does not come`, name);
  const settings = {
    ...(proxy && { proxy: box.seal('channel-proxy', proxy) }),
    ...(hasParams && { param_override: params }),
    ...(hasHeaders && { header_override: headers }),
    ...(prompt && { system_prompt: prompt }),
  };
  return Object.keys(settings).length > 0 ? JSON.stringify(settings) : '';
}
