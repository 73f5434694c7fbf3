import ipaddr from 'ipaddr.js';

/** The assigned range of IPv6, which contains all public addresses (IANA, IPv6 Global Unicast). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * Addresses that look public, but are the host's own agent on every machine of Azure. Source: Azure's page on IP
 * address 168.63.129.16.
 */
const PLATFORM_AGENTS: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an IP address, without brackets, is on the public internet. Loopback, private, link-local (cloud metadata),
 * CGNAT, multicast, reserved and unspecified ones are not; nor are IPv6 forms that hide an IPv4 address (mapped, NAT64,
 * 6to4, Teredo), which could be any of those.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_UNICAST) : !PLATFORM_AGENTS.has(parsed.toString());
}
