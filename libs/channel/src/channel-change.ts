import type { ManagementEntry } from '@platform';
import type { ChannelColumns } from './channel-fields';
import { channelTarget, namedChannels } from './channel-names';
import type { ChannelEntity } from './channel.entity';

/** More names than this would bury the log. */
const NAMES_SHOWN_MAX = 50;

/** What a management row about channels says, apart from who did it. */
export type ChannelDeed = Pick<ManagementEntry, 'content' | 'target' | 'before' | 'after'>;

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
    content: `created ${namedChannels(ids, created.name)}`,
    target: channelTarget(ids),
    after: { ...Object.fromEntries(given.map(column => [wireNames[column], created[column]])), key: 'set' },
  };
}

/** Which fields really changed, with both values; of a key only that it did. */
export function channelEdited(before: ChannelEntity, changes: Changes): ChannelDeed {
  const changed = columns.filter(column => changes[column] !== undefined && changes[column] !== before[column]);
  const isKeyNew = changes.keyHash !== undefined && changes.keyHash !== before.keyHash;
  const words = changed.map(column =>
    column === 'status' ? `status ${before.status} to ${changes.status}` : wireNames[column],
  );
  const valuesOf = (row: Changes) => Object.fromEntries(changed.map(column => [wireNames[column], row[column]]));
  return {
    content:
      `changed ${namedChannels([before.id], before.name)}: ` +
      ([...words, ...(isKeyNew ? ['key'] : [])].join(', ') || 'nothing'),
    target: channelTarget([before.id]),
    before: valuesOf(before),
    after: { ...valuesOf(changes), ...(isKeyNew ? { key: 'changed' } : {}) },
  };
}

/** @param names of the channels that were there, by id */
export function channelsDeleted(names: ReadonlyMap<number, string>): ChannelDeed {
  const ids = [...names.keys()];
  return {
    content: `deleted ${namedChannels(ids)}`,
    target: channelTarget(ids),
    before: { names: [...names.values()].slice(0, NAMES_SHOWN_MAX).join(', ') },
  };
}

export const abilitiesRebuilt = (count: number): ChannelDeed => ({
  content: `rebuilt the abilities of ${count} channels`,
  target: 'channels',
  after: { rebuilt: count },
});

/** Reading a secret changes nothing, but who did it should be known. */
export const keysRevealed = (ids: readonly number[], name?: string): ChannelDeed => ({
  content: `revealed the key of ${namedChannels(ids, name)}`,
  target: channelTarget(ids),
});
