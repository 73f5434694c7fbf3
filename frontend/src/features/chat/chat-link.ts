import { isHttpUrl } from '@contracts';

/** The data that a chat client needs to reach this site. */
interface ChatAccess {
  /** The base address, without a slash at its end. */
  readonly address: string;
  /** The key with its prefix. */
  readonly key: string;
}

/** Links with these schemes would run in the console itself. */
const PROGRAM_SCHEME = /^(javascript|vbscript|data|blob|filesystem):/i;
const SKIPPED_BY_BROWSERS = /[\s\p{Cc}]/gu;

function fill(link: string, { address, key }: ChatAccess): string {
  return link.replaceAll('{address}', encodeURIComponent(address)).replaceAll('{key}', encodeURIComponent(key));
}

/**
 * The address that opens a chat client with address and key filled in.
 *
 * A link with the placeholders `{address}` and `{key}` is filled in there. Any other link belongs to a web client that
 * reads its settings as JSON from `#/?settings=`; there the key never reaches the client's server.
 *
 * @returns null for a link that would run as a program in this page
 */
export function chatAddress(link: string, access: ChatAccess): string | null {
  const trimmed = link.trim();
  if (PROGRAM_SCHEME.test(trimmed.replace(SKIPPED_BY_BROWSERS, ''))) return null;
  if (trimmed.includes('{key}') || trimmed.includes('{address}')) return fill(trimmed, access);
  const [client = ''] = trimmed.split('#', 1);
  const settings = JSON.stringify({ key: access.key, url: access.address });
  return `${client.replace(/\/+$/, '')}/#/?settings=${encodeURIComponent(settings)}`;
}

/** True when a link can be shown inside this page: local programs, and plain http in an https page, cannot. */
export function canEmbed(link: string): boolean {
  if (!isHttpUrl(link.trim())) return false;
  return window.location.protocol !== 'https:' || link.trim().toLowerCase().startsWith('https:');
}

/** The name of a link in a list: its site, or its scheme when it opens a program. */
export function linkName(link: string): string {
  const trimmed = link.trim();
  if (!isHttpUrl(trimmed)) return trimmed.split(':', 1)[0] ?? trimmed;
  return new URL(trimmed.replaceAll(/[{}]/g, '')).host;
}
