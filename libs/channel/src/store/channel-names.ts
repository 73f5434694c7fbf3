import { type LogSaying } from '@contracts';

/** Most ids that a log row lists. */
const IDS_SHOWN_MAX = 50;

/** `channel #7 (main)` or `channels #7, #8`, as log rows name them. */
export function namedChannels(ids: readonly number[], name?: string): LogSaying {
  const shown = ids.slice(0, IDS_SHOWN_MAX).map(id => `#${id}`);
  const count = ids.length - shown.length;
  const channels: LogSaying =
    count > 0
      ? { key: 'channels_and_more', ids: shown, count }
      : { key: ids.length === 1 ? 'channel' : 'channels', ids: shown };
  return name === undefined ? channels : { key: 'channels_named', channels, name };
}

/** `channel 7` or `channels 7, 8`, as the target of a management row. */
export function channelTarget(ids: readonly number[]): string {
  return `${nounFor(ids)} ${ids.slice(0, IDS_SHOWN_MAX).join(', ')}${restOf(ids)}`;
}

function nounFor(ids: readonly number[]): string {
  return ids.length === 1 ? 'channel' : 'channels';
}

function restOf(ids: readonly number[]): string {
  return ids.length > IDS_SHOWN_MAX ? ` and ${ids.length - IDS_SHOWN_MAX} more` : '';
}
