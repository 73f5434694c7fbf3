import {
  CHANNEL_PRIORITY_MIN,
  ChannelStatus,
  channelTypeOf,
  isHttpUrl,
  isStatusCodeMapping,
  isTextMap,
  MODEL_NAME_MAX,
  regionProblem,
  splitLines,
  splitList,
  withoutTrailingSlash,
  type ChannelSave,
} from '@contracts';
import { AppError } from '@kernel';
import { type ChannelEntity } from '../store/channel.entity';
import { hasCycle, parseModelMapping } from '../catalog/model-mapping';

/** The columns an administrator decides, apart from key and status. */
export type ChannelColumns = Pick<
  ChannelEntity,
  | 'type'
  | 'name'
  | 'group'
  | 'models'
  | 'openaiOrganization'
  | 'maxInputTokens'
  | 'baseUrl'
  | 'other'
  | 'modelMapping'
  | 'statusCodeMapping'
  | 'testModel'
  | 'isAutoBan'
  | 'priority'
  | 'weight'
  | 'settings'
  | 'tag'
  | 'note'
  | 'expiresAtMs'
>;

const DEFAULT_TYPE = 1;
const DEFAULT_GROUP = 'default';
/** Width of the group column in the ability table. */
const GROUP_LENGTH_MAX = 64;
const WEIGHT_MAX = 2_147_483_647;
/** Most channels that one call creates. */
const KEYS_MAX = 1000;

const blank: ChannelColumns = {
  type: DEFAULT_TYPE,
  name: '',
  group: DEFAULT_GROUP,
  models: '',
  openaiOrganization: null,
  maxInputTokens: 0,
  baseUrl: '',
  other: '',
  modelMapping: null,
  statusCodeMapping: null,
  testModel: null,
  isAutoBan: true,
  priority: 0,
  weight: 0,
  settings: '',
  tag: '',
  note: '',
  expiresAtMs: 0,
};

/**
 * The columns of a new channel.
 *
 * @throws AppError CHANNEL_* with the rule that was broken
 */
export function newColumns(body: Partial<ChannelSave>): ChannelColumns {
  if (!body.name?.trim() || !body.key?.trim()) throw new AppError('CHANNEL_NAME_KEY_REQUIRED');
  return completed({ ...blank, ...checkedColumns({ ...body, models: body.models ?? '' }) });
}

/**
 * Computes the changes of an edit: only fields that are present, each checked, and the columns derived from them.
 *
 * @throws AppError CHANNEL_* with the rule that was broken
 */
export function editedColumns(body: Partial<ChannelSave>, current: ChannelColumns): Partial<ChannelColumns> {
  const changes = checkedColumns(body);
  if (changes.type === undefined && changes.other === undefined) return changes;
  return { ...changes, other: completed({ ...current, ...changes }).other };
}

/**
 * Checks a requested status. Only the server sets status 3: a request may return it unchanged but not set it.
 *
 * @throws AppError CHANNEL_STATUS_INVALID
 */
export function statusChange(
  status: number | null | undefined,
  current: Pick<ChannelEntity, 'status'>,
): Partial<Pick<ChannelEntity, 'status' | 'statusReason' | 'statusAtMs'>> {
  if (status === undefined || status === null || status === current.status) return {};
  if (status === ChannelStatus.Enabled) return { status, statusReason: '', statusAtMs: 0 };
  if (status === ChannelStatus.Disabled) return { status };
  throw new AppError('CHANNEL_STATUS_INVALID');
}

/**
 * The keys of a request to create channels: one per line, or the whole text where a key is a document.
 *
 * @throws AppError COMMON_INVALID_INPUT when there are too many
 */
export function keysOf(text: string, type: number): readonly string[] {
  const keys = channelTypeOf(type)?.keyIsDocument ? [text.trim()] : splitLines(text);
  if (keys.length > KEYS_MAX) {
    throw new AppError('COMMON_INVALID_INPUT', { params: { detail: `more than ${KEYS_MAX} keys` } });
  }
  return keys;
}

/** Rules and fall-backs that depend on the type. */
function completed(columns: ChannelColumns): ChannelColumns {
  const type = channelTypeOf(columns.type);
  if (!type) throw new AppError('CHANNEL_TYPE_UNKNOWN');
  const other = columns.other === '' ? (type.other?.fallback ?? '') : columns.other;
  if (type.other?.meaning === 'region') {
    const problem = regionProblem(other);
    if (problem === 'empty') throw new AppError('CHANNEL_REGION_REQUIRED');
    if (problem === 'noDefault') throw new AppError('CHANNEL_REGION_DEFAULT');
  }
  return { ...columns, other };
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/**
 * Checks and cleans each present field. Null clears a field that may be empty and counts as absent elsewhere.
 *
 * @throws AppError CHANNEL_* with the rule that was broken
 */
export function checkedColumns(body: Partial<ChannelSave>): Partial<ChannelColumns> {
  const columns: Partial<Writable<ChannelColumns>> = {};
  if (isGiven(body.type)) columns.type = body.type;
  if (isGiven(body.name)) columns.name = requiredName(body.name);
  if (isGiven(body.models)) columns.models = modelList(body.models);
  if (isGiven(body.group)) columns.group = groupList(body.group);
  if (body.openai_organization !== undefined) columns.openaiOrganization = orNull(body.openai_organization);
  if (isGiven(body.ma_input_tokens)) columns.maxInputTokens = Math.max(0, body.ma_input_tokens);
  if (body.base_url !== undefined) columns.baseUrl = baseUrl(body.base_url ?? '');
  if (isGiven(body.other)) columns.other = body.other.trim();
  if (body.model_mapping !== undefined) columns.modelMapping = modelMapping(body.model_mapping ?? '');
  if (body.status_code_mapping !== undefined) columns.statusCodeMapping = statusMapping(body.status_code_mapping ?? '');
  if (body.test_model !== undefined) columns.testModel = orNull(body.test_model);
  if (isGiven(body.auto_ban)) columns.isAutoBan = body.auto_ban === 1;
  if (isGiven(body.priority)) columns.priority = priority(body.priority);
  if (isGiven(body.weight)) columns.weight = weight(body.weight);
  return columns;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== undefined && value !== null;
}

function orNull(text: string | null): string | null {
  return text?.trim() || null;
}

function requiredName(text: string): string {
  const name = text.trim();
  if (name === '') throw new AppError('CHANNEL_NAME_KEY_REQUIRED');
  return name;
}

function modelList(text: string): string {
  const models = splitList(text);
  if (models.length === 0) throw new AppError('CHANNEL_MODEL_REQUIRED');
  const long = models.find(name => name.length > MODEL_NAME_MAX);
  if (long) throw new AppError('CHANNEL_MODEL_NAME_TOO_LONG', { params: { name: `${long.slice(0, 60)}…` } });
  return models.join(',');
}

function groupList(text: string): string {
  const groups = splitList(text);
  const long = groups.find(name => name.length > GROUP_LENGTH_MAX);
  if (long) {
    const detail = `group name longer than ${GROUP_LENGTH_MAX} characters: ${long.slice(0, 60)}…`;
    throw new AppError('COMMON_INVALID_INPUT', { params: { detail } });
  }
  return groups.length === 0 ? DEFAULT_GROUP : groups.join(',');
}

function baseUrl(text: string): string {
  const address = withoutTrailingSlash(text);
  if (address !== '' && !isHttpUrl(address)) throw new AppError('CHANNEL_BASE_URL_INVALID');
  return address;
}

function modelMapping(text: string): string | null {
  if (!isTextMap(text)) throw new AppError('CHANNEL_MAPPING_INVALID');
  const mapping = parseModelMapping(text);
  if (mapping !== null && hasCycle(mapping)) throw new AppError('CHANNEL_MAPPING_CYCLE');
  return orNull(text);
}

function statusMapping(text: string): string | null {
  if (!isStatusCodeMapping(text)) throw new AppError('CHANNEL_STATUS_MAPPING_INVALID');
  return orNull(text);
}

function priority(value: number): number {
  if (!Number.isSafeInteger(value) || value < CHANNEL_PRIORITY_MIN) throw new AppError('CHANNEL_NUMBER_INVALID');
  return value;
}

function weight(value: number): number {
  if (!Number.isSafeInteger(value) || value > WEIGHT_MAX) throw new AppError('CHANNEL_NUMBER_INVALID');
  return Math.max(0, value);
}
