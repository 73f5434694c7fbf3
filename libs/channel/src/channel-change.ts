import { type ChannelBulkChanged, type LogSaying } from '@contracts';
import { type ManagementEntry } from '@platform';
import { type ChannelColumns } from './channel-fields';
import { channelTarget, namedChannels } from './channel-names';
import { type ChannelEntity } from './channel.entity';

/** More names than this would bury the log. */
const NAMES_SHOWN_MAX = 50;

/** What a management row about channels says, apart from who did it. */
export type ChannelDeed = Pick<ManagementEntry, 'said' | 'target' | 'before' | 'after'>;

/** The columns an administrator may change, under the names they have on the wire. Keys are told apart, in words. */
const wireNames = {
  type: 'type',
  name: 'name',
  status: 'status',
  hasSeveralKeys: 'several_keys',
  group: 'group',
  models: 'models',
  openaiOrganization: 'openai_organization',
  maxInputTokens: 'ma_input_tokens',
  baseUrl: 'base_url',
  other: 'other',
  modelMapping: 'model_mapping',
  statusCodeMapping: 'status_code_mapping',
  testModel: 'test_model',
  isAutoBan: 'auto_ban',
  priority: 'priority',
  weight: 'weight',
} as const satisfies Readonly<Record<keyof ChannelColumns | 'status' | 'hasSeveralKeys', string>>;

const columns = Object.keys(wireNames) as readonly (keyof typeof wireNames)[];

type Changes = Partial<Pick<ChannelEntity, keyof typeof wireNames | 'keyHash'>>;

export function channelsCreated(
  ids: readonly number[],
  created: Pick<ChannelEntity, keyof typeof wireNames>,
): ChannelDeed {
  const given = columns.filter(column => created[column] !== null && created[column] !== '');
  return {
    said: { key: 'channels_created', channels: namedChannels(ids, created.name) },
    target: channelTarget(ids),
    after: { ...Object.fromEntries(given.map(column => [wireNames[column], created[column]])), key: 'set' },
  };
}

/** Which fields really changed, with both values; of a key only that it did. */
export function channelEdited(before: ChannelEntity, changes: Changes): ChannelDeed {
  const changed = columns.filter(column => changes[column] !== undefined && changes[column] !== before[column]);
  const isKeyNew = changes.keyHash !== undefined && changes.keyHash !== before.keyHash;
  const fields = changed.map(column =>
    column === 'status' ? statusSaid(before.status, changes.status) : fieldSaid(wireNames[column]),
  );
  if (isKeyNew) fields.push(fieldSaid('key'));
  const valuesOf = (row: Changes) => Object.fromEntries(changed.map(column => [wireNames[column], row[column]]));
  return {
    said: {
      key: 'channel_changed',
      channel: namedChannels([before.id], before.name),
      fields: fields.length > 0 ? fields : fieldSaid('none'),
    },
    target: channelTarget([before.id]),
    before: valuesOf(before),
    after: { ...valuesOf(changes), ...(isKeyNew ? { key: 'changed' } : {}) },
  };
}

/** One edit of many channels: how many, which fields, and each value that all of them had or got. */
export function channelsEdited(edits: readonly ChannelBulkChanged[]): ChannelDeed {
  const ids = edits.map(({ id }) => id);
  const fields = [...new Set(edits.flatMap(({ after }) => Object.keys(after)))] as readonly (keyof Values)[];
  const valuesOf = (side: 'before' | 'after') =>
    Object.fromEntries(
      fields.map(field => [
        field,
        common(
          edits.map(edit => edit[side]),
          field,
        ),
      ]),
    );
  return {
    said: {
      key: 'channels_changed',
      count: ids.length,
      fields: fields.map(fieldSaid),
      channels: namedChannels(ids),
    },
    target: channelTarget(ids),
    before: valuesOf('before'),
    after: valuesOf('after'),
  };
}

type Values = ChannelBulkChanged['after'];

/** The one value, or how many there are. */
function common(rows: readonly Values[], field: keyof Values): unknown {
  const values = new Set(rows.filter(row => field in row).map(row => row[field]));
  return values.size === 1 ? [...values][0] : `${values.size} different values`;
}

/** @param names of the channels that were there, by id */
export function channelsDeleted(names: ReadonlyMap<number, string>): ChannelDeed {
  const ids = [...names.keys()];
  return {
    said: { key: 'channels_deleted', channels: namedChannels(ids) },
    target: channelTarget(ids),
    before: { names: [...names.values()].slice(0, NAMES_SHOWN_MAX).join(', ') },
  };
}

export function abilitiesRebuilt(count: number): ChannelDeed {
  return {
    said: { key: 'abilities_rebuilt', count },
    target: 'channels',
    after: { rebuilt: count },
  };
}

/** Reading a secret changes nothing, but who did it should be known. */
export function keysRevealed(ids: readonly number[], name?: string): ChannelDeed {
  return {
    said: { key: 'keys_revealed', channels: namedChannels(ids, name) },
    target: channelTarget(ids),
  };
}

function fieldSaid(field: (typeof wireNames)[keyof typeof wireNames] | 'key' | 'none'): LogSaying {
  return {
    key: `channel_field_${field}`,
  };
}

function statusSaid(before: number, after: number | undefined): LogSaying {
  return {
    key: 'channel_field_status_values',
    before,
    after: after ?? before,
  };
}
