import { type ChannelBulkChanged, type ChannelShape, type LogSaying } from '@contracts';
import { type ManagementEntry } from '@platform';
import { type ChannelColumns } from './channel-fields';
import { noSettings, readSettings, type ChannelSettings } from '../catalog/channel-settings';
import { channelTarget, namedChannels } from '../store/channel-names';
import { type ChannelEntity } from '../store/channel.entity';

/** Most channel names that a log row lists. */
const NAMES_SHOWN_MAX = 50;

/** The contents of a management row about channels, apart from the actor. */
export type ChannelDeed = Pick<ManagementEntry, 'said' | 'target' | 'before' | 'after'>;

/**
 * The columns an administrator may change, under their names on the wire. Changes of keys are described without values.
 */
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
  tag: 'tag',
  note: 'note',
  expiresAtMs: 'expired_time',
} as const satisfies Readonly<Record<Exclude<keyof ChannelColumns, 'settings'> | 'status' | 'hasSeveralKeys', string>>;

const columns = Object.keys(wireNames) as readonly (keyof typeof wireNames)[];

type Changes = Partial<Pick<ChannelEntity, keyof typeof wireNames | 'keyHash' | 'settings'>>;

/** Values that may hold secrets or prompts; the log tells only that they changed. */
const UNTOLD: ReadonlySet<string> = new Set<keyof ChannelShape>(['proxy', 'header_override', 'system_prompt']);

/** The settings that differ, with the values that may be told. */
function settingsChanged(before: string, after: string | undefined) {
  const old = readSettings(before);
  const fresh = after === undefined ? old : readSettings(after);
  const names = (Object.keys(noSettings) as (keyof ChannelSettings)[]).filter(name => old[name] !== fresh[name]);
  const told = (settings: ChannelSettings) =>
    Object.fromEntries(
      names.map(name => [name, UNTOLD.has(name) ? (settings[name] === '' ? '' : 'set') : settings[name]]),
    );
  return { names, before: told(old), after: told(fresh) };
}

export function channelsCreated(
  ids: readonly number[],
  created: Pick<ChannelEntity, keyof typeof wireNames | 'settings'>,
): ChannelDeed {
  const given = columns.filter(column => created[column] !== null && created[column] !== '');
  return {
    said: { key: 'channels_created', channels: namedChannels(ids, created.name) },
    target: channelTarget(ids),
    after: {
      ...Object.fromEntries(given.map(column => [wireNames[column], created[column]])),
      ...settingsChanged('', created.settings).after,
      key: 'set',
    },
  };
}

/** The fields that really changed, with both values; a key only as changed. */
export function channelEdited(before: ChannelEntity, changes: Changes): ChannelDeed {
  const changed = columns.filter(column => changes[column] !== undefined && changes[column] !== before[column]);
  const isKeyNew = changes.keyHash !== undefined && changes.keyHash !== before.keyHash;
  const fields = changed.map(column =>
    column === 'status' ? statusSaid(before.status, changes.status) : fieldSaid(wireNames[column]),
  );
  const settings = settingsChanged(before.settings, changes.settings);
  fields.push(...settings.names.map(name => fieldSaid(name)));
  if (isKeyNew) fields.push(fieldSaid('key'));
  const valuesOf = (row: Changes) => Object.fromEntries(changed.map(column => [wireNames[column], row[column]]));
  return {
    said: {
      key: 'channel_changed',
      channel: namedChannels([before.id], before.name),
      fields: fields.length > 0 ? fields : fieldSaid('none'),
    },
    target: channelTarget([before.id]),
    before: { ...valuesOf(before), ...settings.before },
    after: { ...valuesOf(changes), ...settings.after, ...(isKeyNew ? { key: 'changed' } : {}) },
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
        UNTOLD.has(field)
          ? 'not told'
          : common(
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

/** The common value, or the number of different ones. */
function common(rows: readonly Values[], field: keyof Values): unknown {
  const values = new Set(rows.filter(row => field in row).map(row => row[field]));
  return values.size === 1 ? [...values][0] : `${values.size} different values`;
}

/** @param names names of the existing channels, by id */
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

/** A row for reading a secret: nothing changes, but the log records who read it. */
export function keysRevealed(ids: readonly number[], name?: string): ChannelDeed {
  return {
    said: { key: 'keys_revealed', channels: namedChannels(ids, name) },
    target: channelTarget(ids),
  };
}

function fieldSaid(
  field: (typeof wireNames)[keyof typeof wireNames] | keyof ChannelSettings | 'key' | 'none',
): LogSaying {
  return { key: `channel_field_${field}` } as LogSaying; // the sentences of all fields take no values
}

function statusSaid(before: number, after: number | undefined): LogSaying {
  return {
    key: 'channel_field_status_values',
    before,
    after: after ?? before,
  };
}
