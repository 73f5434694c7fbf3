import { type IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { tidyForwardedFor } from '@platform';

/**
 * Finds callers' addresses behind the proxies that the operator trusts; it follows the rule that Fastify applies to
 * the requests that it receives.
 */
export function clientAddressIn(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return request => request.socket.remoteAddress ?? '';
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return request => {
    tidyForwardedFor(request.headers);
    return proxyAddress(request, isTrusted);
  };
}
