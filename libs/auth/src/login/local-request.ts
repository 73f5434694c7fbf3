import { type FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Headers that proxies and delivery networks add to a request, apart from the `x-forwarded-…` family. */
const PROXY_HEADERS: ReadonlySet<string> = new Set([
  ...['forwarded', 'via', 'x-real-ip', 'x-real-host', 'client-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['true-client-ip', 'cf-connecting-ip', 'cf-connecting-ipv6', 'cf-ray', 'cf-visitor', 'cdn-loop'],
  ...['fastly-client-ip', 'fly-client-ip', 'x-azure-clientip', 'x-appengine-user-ip', 'x-envoy-external-address'],
  ...['x-original-forwarded-for', 'x-original-host', 'x-proxyuser-ip', 'wl-proxy-client-ip', 'proxy-client-ip'],
]);
const FORWARDED = /^x-forwarded(-|$)/;

/**
 * Whether a request comes from this machine. Behind a proxy that is not listed as trusted every request seems to, so
 * any trace of a proxy counts as coming from elsewhere; a trusted proxy is believed when it names the client. The host
 * must be this machine too: otherwise a page elsewhere whose name resolves to this machine could send requests on
 * behalf of its reader.
 */
export function isLocalRequest(
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  { hasTrustedProxies }: { readonly hasTrustedProxies: boolean },
): boolean {
  const { headers, ip } = request;
  const isForwarded = Object.keys(headers).some(name => FORWARDED.test(name) || PROXY_HEADERS.has(name));
  const hasClientAddress = hasTrustedProxies && Boolean(headers['x-forwarded-for']);
  if (isForwarded && !hasClientAddress) return false;
  const hosts = [headers.host, headers['x-forwarded-host']].flat().filter(host => host !== undefined);
  return isLoopback(ip) && hosts.every(isLocalHost);
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Host and port of a header: `localhost` and names below it, which never leave the machine, and its own addresses. */
function isLocalHost(host: string): boolean {
  const name = host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return /^([a-z0-9-]+\.)*localhost$/.test(name) || isLoopbackText(name);
}

/** Accepts only addresses in their usual notation: the library also reads a bare number as an address. */
function isLoopbackText(name: string): boolean {
  return /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/.test(name) && isLoopback(name.replace(/^\[(.*)\]$/, '$1'));
}
