import { type IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

const HEADER = 'x-forwarded-for';

/**
 * Leaves only addresses in the list a proxy sent along, since whatever stands there last is taken for the client's:
 * ports and brackets go, as do entries that are no address together with all that stands before them, which nobody has
 * vouched for then. To be called where proxies are trusted, before anybody asks for the address.
 */
export function tidyForwardedFor(headers: IncomingHttpHeaders): void {
  const list = headers[HEADER];
  if (typeof list !== 'string' || isAddress(list)) return;
  const addresses: string[] = [];
  for (const entry of list.split(',').reverse()) {
    const text = entry.trim();
    if (text === '') continue;
    const address = addressIn(text);
    if (address === null) break;
    addresses.unshift(address);
  }
  // Kept when empty: it still tells that the request came through a proxy.
  headers[HEADER] = addresses.join(', ');
}

/** The address of `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`. */
function addressIn(text: string): string | null {
  const [, inBrackets, plain] = /^\[([^\]]{2,45})\](?::\d{1,5})?$|^([\d.]{7,15}):\d{1,5}$/.exec(text) ?? [];
  const address = inBrackets ?? plain ?? text;
  return isAddress(address) && (inBrackets === undefined || isIP(address) === 6) ? address : null;
}

/** One with a zone means something on the machine that wrote it only. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
