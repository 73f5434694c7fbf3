import { type ChannelEdit } from './channel';
import { type ChannelStatusValue } from './statuses';

/**
 * The fields that an edit may set on many channels at once. Name, key, type and the fields that depend on the type
 * belong to each channel alone.
 */
export const channelBulkFields = [
  'status',
  'priority',
  'weight',
  'group',
  'models',
  'model_mapping',
  'status_code_mapping',
  'test_model',
  'ma_input_tokens',
  'auto_ban',
  'tag',
  'expired_time',
  'rpm_limit',
  'tpm_limit',
  'max_concurrency',
  'header_override',
  'param_override',
] as const satisfies readonly (keyof ChannelEdit)[];

export type ChannelBulkField = (typeof channelBulkFields)[number];

/** Some of the bulk fields with their values, each as in `ChannelView`. */
export type ChannelBulkValues = Omit<Pick<ChannelEdit, ChannelBulkField>, 'status'> & {
  readonly status?: ChannelStatusValue;
};

/** Names to add or to remove, as comma lists. */
export interface ChannelBulkLists {
  readonly group?: string;
  readonly models?: string;
}

/**
 * One change for several channels: first fields are set, then list entries are added, then list entries are removed.
 */
export interface ChannelBulkStep {
  readonly ids: readonly number[];
  /** All channels of this tag as well; they count towards the limit of one call. */
  readonly tag?: string;
  /** New values of fields. Status 3 is refused. */
  readonly set?: ChannelBulkValues;
  readonly add?: ChannelBulkLists;
  readonly remove?: ChannelBulkLists;
  /** A channel that has other values than these is not changed. */
  readonly expect?: ChannelBulkValues;
}

/** The largest number of channels in one call, all steps together; each channel may be named once. */
export const CHANNEL_BULK_MAX = 1000;

/** An edit of many channels: all of it happens, or nothing does. */
export interface ChannelBulkEdit {
  readonly steps: readonly ChannelBulkStep[];
}

/**
 * Exactly the fields of one channel that an edit changed. Setting `before` back with `expect: after` undoes the edit.
 */
export interface ChannelBulkChanged {
  readonly id: number;
  readonly before: ChannelBulkValues;
  readonly after: ChannelBulkValues;
}

export interface ChannelBulkSkipped {
  readonly id: number;
  /** `changed`: the channel has other values than expected. `gone`: the channel does not exist. */
  readonly reason: 'changed' | 'gone';
}

/** The outcome of an edit, in the order of the request. Channels that already had all values are in neither list. */
export interface ChannelBulkResult {
  readonly changed: readonly ChannelBulkChanged[];
  readonly skipped: readonly ChannelBulkSkipped[];
}
