import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Addresses outside the link-local networks at which cloud machines read their credentials; sources: the cloud
 * providers' documentation.
 */
const METADATA_NETWORKS = [
  'fd00:ec2::/32', // AWS
  'fd20:ce::254/128', // Google
  '168.63.129.16/32', // Azure
  '100.100.100.200/32', // Alibaba
  '192.0.0.192/32', // Oracle
].map(network => ipaddr.parseCIDR(network));
const METADATA_NAMES: ReadonlySet<string> = new Set([
  ...['metadata.google.internal', 'metadata.goog', 'metadata', 'instance-data', 'instance-data.ec2.internal'],
  ...['metadata.azure.internal', 'metadata.tencentyun.com', 'metadata.platformequinix.com'],
]);

/** An upstream's host is link-local or a metadata service, and the operator has not allowed that. */
export class LinkLocalHost extends Error {
  constructor() {
    super('the host is link-local or a metadata service; ALLOW_LINK_LOCAL_UPSTREAMS=true lets channels use it');
  }
}

/**
 * Whether an address, without brackets, is link-local or belongs to a metadata service, also when embedded in an IPv6
 * address.
 */
export function isLinkLocalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const inner = parsed instanceof ipaddr.IPv6 ? embeddedIPv4(parsed) : null;
  return [parsed, ...(inner ? [inner] : [])].some(
    one =>
      one.range() === 'linkLocal' ||
      METADATA_NETWORKS.some(([network, bits]) => network.kind() === one.kind() && one.match(network, bits)),
  );
}

/** The IPv4 address inside a NAT64 or 6to4 address. */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'rfc6052':
      return new ipaddr.IPv4(bytes.slice(12));
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      return null;
  }
}

/** Whether the host of a URL is a forbidden address or name, before it is looked up. */
export function isLinkLocalUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return METADATA_NAMES.has(host) || isLinkLocalAddress(host);
}

type Resolve = (
  host: string,
  options: { readonly all: true },
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/**
 * Looks up names for a connection, and returns no link-local address: a name may resolve to any address at any time.
 */
export function linkLocalRefusingLookup(resolve: Resolve = systemLookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const allowed = addresses.filter(({ address }) => !isLinkLocalAddress(address));
      const [first] = allowed;
      if (!first) return callback(new LinkLocalHost(), '');
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/** The look-up option of a connection to an upstream. Throws LinkLocalHost for a forbidden address in the URL. */
export function upstreamLookup(url: string, isAllowed: boolean): { readonly lookup?: LookupFunction } {
  if (isAllowed) return {};
  if (isLinkLocalUrl(url)) throw new LinkLocalHost();
  return { lookup: guardedLookup };
}

const guardedLookup = linkLocalRefusingLookup();
