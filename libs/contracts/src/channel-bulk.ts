import { type ChannelEdit } from './channel';
import { type ChannelStatusValue } from './statuses';

/** What many channels may get at once. Name, key, type and what belongs to the type are each channel's own. */
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
] as const satisfies readonly (keyof ChannelEdit)[];

export type ChannelBulkField = (typeof channelBulkFields)[number];

/** Some of these fields with their values, each as in `ChannelView`. */
export type ChannelBulkValues = Omit<Pick<ChannelEdit, ChannelBulkField>, 'status'> & {
  readonly status?: ChannelStatusValue;
};

/** Comma lists of names. */
export interface ChannelBulkLists {
  readonly group?: string;
  readonly models?: string;
}

/**
 * The same changes for several channels: first fields are set, then list entries are added, then list entries are
 * removed.
 */
export interface ChannelBulkStep {
  readonly ids: readonly number[];
  /** Status 3 is refused. */
  readonly set?: ChannelBulkValues;
  readonly add?: ChannelBulkLists;
  readonly remove?: ChannelBulkLists;
  /** A channel that has other values than these is left as it is. */
  readonly expect?: ChannelBulkValues;
}

/** Channels to one call, all steps together; each may stand there once. */
export const CHANNEL_BULK_MAX = 1000;

/** All of it happens, or nothing does. */
export interface ChannelBulkEdit {
  readonly steps: readonly ChannelBulkStep[];
}

/** Exactly the fields that an edit changed; set back with `expect: after`, it is undone. */
export interface ChannelBulkChanged {
  readonly id: number;
  readonly before: ChannelBulkValues;
  readonly after: ChannelBulkValues;
}

export interface ChannelBulkSkipped {
  readonly id: number;
  /** `changed`: it has other values than expected. `gone`: it does not exist. */
  readonly reason: 'changed' | 'gone';
}

/** In the order asked for; channels that had all values already are in neither list. */
export interface ChannelBulkResult {
  readonly changed: readonly ChannelBulkChanged[];
  readonly skipped: readonly ChannelBulkSkipped[];
}
