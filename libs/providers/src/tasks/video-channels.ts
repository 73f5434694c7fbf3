import { type ChannelTarget } from '../contract/upstream';

/** Channel types with an address and a key, behind which any video provider may be. */
const VIDEO_CHANNEL_TYPES: ReadonlySet<number> = new Set([1, 8]);

/** Whether a channel may offer this provider's videos. An empty address means OpenAI itself, which does not. */
export function isVideoChannel({ type, baseUrl }: ChannelTarget): boolean {
  return VIDEO_CHANNEL_TYPES.has(type) && baseUrl !== '';
}
