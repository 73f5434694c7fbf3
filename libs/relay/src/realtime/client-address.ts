import { type IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { tidyForwardedFor } from '@platform';

/**
 * The caller's address behind the proxies that the operator trusts; it follows the rule that Fastify applies to
 * ordinary requests.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  if (trustedProxies.length === 0) return request.socket.remoteAddress ?? '';
  tidyForwardedFor(request.headers);
  return proxyAddress(request, proxyAddress.compile([...trustedProxies]));
}
