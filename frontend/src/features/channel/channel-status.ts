import { type ChannelOtherInfo, type ChannelView } from '@contracts';

/** Why and when the server switched a channel off; empty when it never did, or when the note is unreadable. */
export function readOtherInfo(text: string): ChannelOtherInfo {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null ? (value as ChannelOtherInfo) : {};
  } catch {
    return {}; // an unreadable note is shown as no note
  }
}

/** True once the expiry of a channel has passed; it then serves nothing. */
export function hasExpired({ expired_time: seconds }: Pick<ChannelView, 'expired_time'>): boolean {
  return seconds > 0 && seconds * 1000 <= Date.now();
}
