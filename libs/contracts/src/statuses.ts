/**
 * The statuses of users. 3 marks a deleted user in older data: it is never written, and such an account is unusable.
 */
export const UserStatus = { Enabled: 1, Disabled: 2 } as const;
export type UserStatusValue = (typeof UserStatus)[keyof typeof UserStatus];

export const TokenStatus = { Enabled: 1, Disabled: 2, Expired: 3, Exhausted: 4 } as const;
export type TokenStatusValue = (typeof TokenStatus)[keyof typeof TokenStatus];

/**
 * The statuses of channels. AutoDisabled is set only by the server, and is the only one that the server lifts without a
 * person.
 */
export const ChannelStatus = { Enabled: 1, Disabled: 2, AutoDisabled: 3 } as const;
export type ChannelStatusValue = (typeof ChannelStatus)[keyof typeof ChannelStatus];

export const RedemptionStatus = { Unused: 1, Disabled: 2, Used: 3 } as const;
export type RedemptionStatusValue = (typeof RedemptionStatus)[keyof typeof RedemptionStatus];

/** The types of log rows. 0 is a filter that means "all" and is never stored. */
export const LogType = { TopUp: 1, Consume: 2, Admin: 3, System: 4, Error: 5, Warning: 6, Reward: 99 } as const;
export type LogTypeValue = (typeof LogType)[keyof typeof LogType];
export const LOG_TYPE_ALL = 0;

/**
 * The statuses of orders. Success means paid; those behind it are of paid orders whose money went back to the payer in
 * part or whole, is disputed, or was lost in a dispute.
 */
export const TopUpStatus = {
  Pending: 'pending',
  Success: 'success',
  Failed: 'failed',
  Expired: 'expired',
  Cancelled: 'cancelled',
  PartlyRefunded: 'partly_refunded',
  Refunded: 'refunded',
  Disputed: 'disputed',
  Lost: 'lost',
} as const;
export type TopUpStatusValue = (typeof TopUpStatus)[keyof typeof TopUpStatus];

export const imageTaskActions = [
  'IMAGINE',
  'UPSCALE',
  'VARIATION',
  'HIGH_VARIATION',
  'LOW_VARIATION',
  'PAN',
  'DESCRIBE',
  'BLEND',
  'UPLOAD',
  'SHORTEN',
  'REROLL',
  'INPAINT',
  'ZOOM',
  'CUSTOM_ZOOM',
  'MODAL',
  'SWAP_FACE',
  'VIDEO',
  'EDITS',
  'RETEXTURE',
  'SWAP_VIDEO_FACE',
] as const;
export type ImageTaskAction = (typeof imageTaskActions)[number];

/** The statuses of image tasks. MODAL waits for the answer to a dialog and is not an end; SUCCESS and FAILURE are. */
export const imageTaskStatuses = ['NOT_START', 'SUBMITTED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'MODAL'] as const;
export type ImageTaskStatus = (typeof imageTaskStatuses)[number];

/**
 * The kinds of upstreams for tasks. `openai` is every upstream that offers OpenAI's video API; the last three are
 * videos of channels that also serve chats.
 */
export const taskPlatforms = ['suno', 'kling', 'luma', 'runway', 'openai', 'cogvideox', 'hailuo', 'wan'] as const;
export type TaskPlatform = (typeof taskPlatforms)[number];

/** Actions of tasks: MUSIC, LYRICS and CONCAT are for songs, the others for videos. */
export const taskActions = [
  'MUSIC',
  'LYRICS',
  'CONCAT',
  'TEXT_TO_VIDEO',
  'IMAGE_TO_VIDEO',
  'EXTEND_VIDEO',
  'OTHER_VIDEO',
  'PICTURE',
] as const;
export type TaskAction = (typeof taskActions)[number];

/** The statuses of tasks. The empty text means that the submit call is still under way. */
export const taskStatuses = [
  '',
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'SUCCESS',
  'FAILURE',
  'UNKNOWN',
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** True for states that never change again, of image tasks and of other tasks. */
export function isFinished(status: ImageTaskStatus | TaskStatus): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}
