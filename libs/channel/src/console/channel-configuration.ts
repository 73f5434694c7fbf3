import {
  ChannelStatus,
  isJsonObject,
  maskedProxy,
  plainChannelShape,
  splitList,
  type ChannelSave,
  type JsonObject,
} from '@contracts';
import { type SecretBox } from '@platform';
import { openProxy, readSettings } from '../catalog/channel-settings';
import { type ChannelEntity } from '../store/channel.entity';
import { toBulkFields, toShape } from './channel.mapper';

/** The fields whose texts are JSON, which a file holds as what they say. */
const JSON_FIELDS = [
  'model_mapping',
  'status_code_mapping',
  'header_override',
  'param_override',
  'supplier_cost',
] as const;
/** The fields whose texts are lists. */
const LIST_FIELDS = ['group', 'models', 'pass_headers'] as const;

/** A channel as a file of settings describes it: everything an administrator decides, without its key. */
export function toChannelConfiguration(channel: ChannelEntity, box: SecretBox): JsonObject {
  const settings = channel.settings === '' ? '' : openProxy(readSettings(channel.settings), box);
  const fields: Record<string, unknown> = {
    name: channel.name,
    type: channel.type,
    base_url: channel.baseUrl,
    other: channel.other,
    openai_organization: channel.openaiOrganization ?? '',
    several_keys: channel.hasSeveralKeys,
    ...toShape(channel),
    ...toBulkFields(channel),
    test_model: channel.testModel ?? '',
    proxy: settings === '' ? '' : maskedProxy(settings),
    auto_ban: channel.isAutoBan,
    status: channel.status === ChannelStatus.Disabled ? ChannelStatus.Disabled : ChannelStatus.Enabled,
  };
  for (const name of JSON_FIELDS) fields[name] = jsonOf(fields[name]);
  for (const name of LIST_FIELDS) fields[name] = splitList(String(fields[name]));
  return fields;
}

/** The names of all fields that a file may hold for a channel, beside its key. */
export const channelConfigurationFields: readonly string[] = [
  ...['name', 'type', 'base_url', 'other', 'openai_organization', 'several_keys', 'test_model', 'auto_ban', 'status'],
  ...['group', 'models', 'ma_input_tokens', 'model_mapping', 'status_code_mapping', 'priority', 'weight'],
  ...Object.keys(plainChannelShape),
];

/** What a file says of a channel, as a request to save it. */
export function fromChannelConfiguration(fields: JsonObject): Partial<ChannelSave> & { readonly status?: 1 | 2 } {
  const body: Record<string, unknown> = { ...fields };
  for (const name of JSON_FIELDS) {
    if (name in body) body[name] = isEmpty(body[name]) ? '' : JSON.stringify(body[name]);
  }
  for (const name of LIST_FIELDS) if (Array.isArray(body[name])) body[name] = body[name].join(',');
  if (typeof body.auto_ban === 'boolean') body.auto_ban = body.auto_ban ? 1 : 0;
  return body; // checked by the rules of channels when it is saved
}

function jsonOf(text: unknown): unknown {
  return typeof text !== 'string' || text.trim() === '' ? {} : (JSON.parse(text) as unknown);
}

function isEmpty(value: unknown): boolean {
  return !isJsonObject(value) || Object.keys(value).length === 0;
}
