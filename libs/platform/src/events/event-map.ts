import { type UsageBuckets } from '@contracts';

/** Every fact that travels upwards, with its payload. Past tense; a listener may fail without harm to the publisher. */
export interface EventMap {
  'option.changed': { readonly keys: readonly string[] };
  'channel.disabled': {
    readonly channelId: number;
    readonly name: string;
    readonly reason: string;
    /** Models that no enabled channel serves any more: an operator must act soon. */
    readonly unservedModels: readonly string[];
  };
  /** A key, of a channel with several, was disabled; the channel stays enabled while others are usable. */
  'channel.keyDisabled': {
    readonly channelId: number;
    readonly name: string;
    /** Position of the key, from 1. */
    readonly position: number;
    readonly mask: string;
    readonly reason: string;
    readonly keyCount: number;
    readonly usableCount: number;
  };
  'channel.enabled': { readonly channelId: number; readonly name: string };
  /** A test of all channels has ended. */
  'channels.tested': {
    readonly testedCount: number;
    readonly failedCount: number;
    /** Whether the schedule started the test: then no administrator waits for its result. */
    readonly isScheduled: boolean;
  };
  /** An option that could open access to accounts or money was saved, whoever saved it. */
  'option.sensitiveSaved': { readonly key: string; readonly actorName: string; readonly clientIp: string };
  'usage.settled': {
    readonly userId: number;
    readonly units: number;
    readonly channelId: number;
    readonly model: string;
    /** Null for tasks, which are not billed by tokens. */
    readonly usage: UsageBuckets | null;
  };
  /** A backup was made and read back; the destination is a folder, or an address as `s3://bucket/prefix`. */
  'backup.finished': { readonly destination: string; readonly bytes: number; readonly durationMs: number };
  /** A backup could not be made; the older ones are as they were. */
  'backup.failed': { readonly destination: string; readonly durationMs: number; readonly error: string };
  /** Status, role, group or existence of a user changed: whatever was cached about it is void. */
  'user.changed': { readonly userId: number };
  /** Prices of models in use were compared with a public list; the models are the first of those that differ. */
  'prices.compared': { readonly origin: string; readonly count: number; readonly models: readonly string[] };
  /** A job of the schedule threw; `count` is how often in a row in this process. */
  'job.failed': { readonly job: string; readonly count: number; readonly error: string };
  /** A job that had failed has run through. */
  'job.recovered': { readonly job: string };
  /** A budget has spent a part at which its owner is told; units, and milliseconds. */
  'budget.crossed': {
    readonly budgetId: number;
    /** 0 where the budget is not that of a user. */
    readonly userId: number;
    /** 0 where the budget is not that of a key. */
    readonly tokenId: number;
    /** 0 where the budget is not that of a team, or of a member. */
    readonly teamId: number;
    readonly memberId: number;
    /** Empty where the budget is not that of a group. */
    readonly group: string;
    readonly amount: number;
    readonly window: 'hour' | 'day' | 'week' | 'month' | 'once';
    readonly isRolling: boolean;
    readonly timeZone: string;
    readonly isHard: boolean;
    readonly percent: number;
    readonly spent: number;
    readonly granted: number;
    /** 0 where it does not reset. */
    readonly resetMs: number;
  };
  /** Members, rules or existence of a team changed. */
  'team.changed': { readonly teamId: number };
  /** Any stored property of an API token changed. */
  'token.changed': { readonly tokenId: number };
}
