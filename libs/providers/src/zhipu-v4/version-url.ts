import { type ChannelTarget } from '../spec/upstream';
import { baseUrlOf } from '../toolkit/base-url';

/** The address before the path of a call; operators of coding plans type one of their own, version included. */
export function versionUrl(target: ChannelTarget): string {
  const base = baseUrlOf(target);
  return /\/api\/(coding\/)?paas\/v4$/.test(base) ? base : `${base}/api/paas/v4`;
}
