import { type IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

const HEADER = 'x-forwarded-for';

/**
 * Reduces the list that a proxy sent to addresses, since its last entry is taken for the client's: ports and brackets
 * are removed, and an entry that is not an address is removed together with all entries before it, which no trusted
 * proxy confirms. Call it where proxies are trusted, before the address is read.
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
  // The header is kept when it is empty, because it shows that the request came through a proxy.
  headers[HEADER] = addresses.join(', ');
}

/** The address of `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`. */
function addressIn(text: string): string | null {
  const [, inBrackets, plain] = /^\[([^\]]{2,45})\](?::\d{1,5})?$|^([\d.]{7,15}):\d{1,5}$/.exec(text) ?? [];
  const address = inBrackets ?? plain ?? text;
  return isAddress(address) && (inBrackets === undefined || isIP(address) === 6) ? address : null;
}

/** An address with a zone is meaningful only on the machine that wrote it. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
