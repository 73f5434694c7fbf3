import { isHttpUrl } from '@contracts';

/** What a chat client needs to reach this site. */
export interface ChatAccess {
  /** Base address, without a slash at its end. */
  readonly address: string;
  /** With its prefix. */
  readonly key: string;
}

/** Links of these schemes would run in the console itself. */
const PROGRAM_SCHEME = /^(javascript|vbscript|data|blob|filesystem):/i;
const SKIPPED_BY_BROWSERS = /[\s\p{Cc}]/gu;

function fill(link: string, { address, key }: ChatAccess): string {
  return link.replaceAll('{address}', encodeURIComponent(address)).replaceAll('{key}', encodeURIComponent(key));
}

/**
 * The address that opens a chat client with address and key filled in.
 *
 * A link with the places `{address}` and `{key}` is filled in there. Any other link is that of a web client which reads
 * its settings as JSON behind `#/?settings=`; there the key never reaches the server of the client.
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

/** Whether a link can be shown inside this page: programs of the reader's computer and plain http below https cannot. */
export function canEmbed(link: string): boolean {
  if (!isHttpUrl(link.trim())) return false;
  return window.location.protocol !== 'https:' || link.trim().toLowerCase().startsWith('https:');
}

/** How a link is called in a list: by its site, or by its scheme when it opens a program. */
export function linkName(link: string): string {
  const trimmed = link.trim();
  if (!isHttpUrl(trimmed)) return trimmed.split(':', 1)[0] ?? trimmed;
  return new URL(trimmed.replaceAll(/[{}]/g, '')).host;
}
