import { type IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { tidyForwardedFor } from '@platform';

/** The caller's address behind the proxies that the operator trusts; the same rule as Fastify's own for ordinary requests. */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  if (trustedProxies.length === 0) return request.socket.remoteAddress ?? '';
  tidyForwardedFor(request.headers);
  return proxyAddress(request, proxyAddress.compile([...trustedProxies]));
}
