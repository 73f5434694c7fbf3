import { type ChannelTarget } from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';

/**
 * The address before the path of a call. Operators of coding plans type an address of their own, including the version.
 */
export function versionUrl(target: ChannelTarget): string {
  const base = baseUrlOf(target);
  return /\/api\/(coding\/)?paas\/v4$/.test(base) ? base : `${base}/api/paas/v4`;
}
