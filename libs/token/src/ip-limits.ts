import { splitList } from '@contracts';
import { AppError } from '@kernel';
import ipaddr from 'ipaddr.js';

/** The most entries of a list; a longer list belongs into a firewall. */
const ENTRIES_MAX = 200;

/** The most addresses that a rule remembers: parsing one costs more than all other checks of a call together. */
const ANSWERS_MAX = 256;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Block = readonly [address: Address, prefixBits: number];

/** Decides whether an address may use a token. */
export type IpRule = (address: string) => boolean;

/**
 * Checks a comma list of addresses and CIDR blocks.
 *
 * @returns the list trimmed and without repetitions
 * @throws AppError TOKEN_IP_INVALID naming the first entry that is neither
 */
export function checkedIpLimits(text: string): string {
  const entries = splitList(text);
  const wrong = entries.length > ENTRIES_MAX ? entries[ENTRIES_MAX] : entries.find(entry => blockOf(entry) === null);
  if (wrong !== undefined) throw new AppError('TOKEN_IP_INVALID', { params: { entry: wrong.slice(0, 64) } });
  return entries.join(',');
}

/** Parses a stored list once. @returns null when there is no limit */
export function compileIpLimits(text: string): IpRule | null {
  const entries = splitList(text);
  if (entries.length === 0) return null;
  // An entry that cannot be read matches no address: dropping it could leave an empty list, which would allow every
  // address.
  const blocks = entries.map(blockOf).filter(block => block !== null);
  const answers = new Map<string, boolean>();
  return address => {
    const known = answers.get(address);
    if (known !== undefined) return known;
    const isAllowed = isInside(blocks, address);
    if (answers.size < ANSWERS_MAX) answers.set(address, isAllowed);
    return isAllowed;
  };
}

function isInside(blocks: readonly Block[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return blocks.some(([block, bits]) => block.kind() === parsed.kind() && parsed.match(block, bits));
}

/**
 * Parses an entry in one of the two forms that people write: four decimal parts, or IPv6; `127.1` and octal parts are
 * more likely mistakes.
 */
function blockOf(entry: string): Block | null {
  const [text = '', bitsText, ...rest] = entry.split('/');
  if (rest.length > 0 || !(ipaddr.IPv4.isValidFourPartDecimal(text) || isPlainIpv6(text))) return null;
  const address = ipaddr.parse(text);
  const lengthBits = address.kind() === 'ipv4' ? 32 : 128;
  if (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText)) return null;
  const bits = bitsText === undefined ? lengthBits : Number(bitsText);
  return bits > lengthBits ? null : mapped(address, bits);
}

function isPlainIpv6(text: string): boolean {
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text);
}

/** Compares clients that come over IPv4 on an IPv6 socket as IPv4, and blocks in the mapped form likewise. */
function mapped(address: Address, bits: number): Block {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}
