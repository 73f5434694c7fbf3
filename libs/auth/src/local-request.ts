import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Whether a request comes from this machine. Behind a proxy that is not named as trusted every request seems to, so a
 * forwarding header counts as coming from elsewhere.
 */
export function isLocalRequest(
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  { hasTrustedProxies }: { readonly hasTrustedProxies: boolean },
): boolean {
  const { headers, ip } = request;
  const isForwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers['x-real-ip'];
  if (isForwarded !== undefined && !hasTrustedProxies) return false;
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
}
