/** More ids than this would bury the log. */
const IDS_SHOWN_MAX = 50;

/** `channel #7 (main)` or `channels #7, #8`, as log rows name them. */
export function namedChannels(ids: readonly number[], name?: string): string {
  const shown = ids.slice(0, IDS_SHOWN_MAX).map(id => `#${id}`);
  const rest = ids.length > IDS_SHOWN_MAX ? ` and ${ids.length - IDS_SHOWN_MAX} more` : '';
  return `${ids.length === 1 ? 'channel' : 'channels'} ${shown.join(', ')}${rest}${name === undefined ? '' : ` (${name})`}`;
}
