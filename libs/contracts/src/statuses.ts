/** 3 is a deleted marker of older data: never written, treated as unusable. */
export const UserStatus = { Enabled: 1, Disabled: 2 } as const;
export type UserStatusValue = (typeof UserStatus)[keyof typeof UserStatus];

export const TokenStatus = { Enabled: 1, Disabled: 2, Expired: 3, Exhausted: 4 } as const;
export type TokenStatusValue = (typeof TokenStatus)[keyof typeof TokenStatus];

/** AutoDisabled is set by the server only, and is the only one that the server lifts by itself. */
export const ChannelStatus = { Enabled: 1, Disabled: 2, AutoDisabled: 3 } as const;
export type ChannelStatusValue = (typeof ChannelStatus)[keyof typeof ChannelStatus];

export const RedemptionStatus = { Unused: 1, Disabled: 2, Used: 3 } as const;
export type RedemptionStatusValue = (typeof RedemptionStatus)[keyof typeof RedemptionStatus];

/** Kinds of log rows. 0 is a filter meaning "all" and is never stored. */
export const LogType = { TopUp: 1, Consume: 2, Admin: 3, System: 4, Error: 5, Warning: 6, Reward: 99 } as const;
export type LogTypeValue = (typeof LogType)[keyof typeof LogType];
export const LOG_TYPE_ALL = 0;

/** Top-up orders; only pending to success credits anything. */
export const TopUpStatus = { Pending: 'pending', Success: 'success', Failed: 'failed', Expired: 'expired' } as const;
export type TopUpStatusValue = (typeof TopUpStatus)[keyof typeof TopUpStatus];

export const drawingActions = [
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
export type DrawingAction = (typeof drawingActions)[number];

/** MODAL waits for a dialog answer and is not an end; SUCCESS and FAILURE are. */
export const drawingStatuses = ['NOT_START', 'SUBMITTED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'MODAL'] as const;
export type DrawingStatus = (typeof drawingStatuses)[number];

/** `openai` is every upstream that offers OpenAI's video API; the last three are videos of accounts that also serve chats. */
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

/** The empty text means that the submit call is still under way. */
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

/** States that never change again, for drawings and tasks alike. */
export function isFinished(status: DrawingStatus | TaskStatus): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}
