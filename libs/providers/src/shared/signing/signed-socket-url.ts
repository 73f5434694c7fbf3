import { createHmac } from 'node:crypto';

interface SocketSignature {
  /** Identifies the owner of the key; visible in the address. */
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Unix time in milliseconds; the server allows a difference of 300 s. */
  readonly nowMs: number;
}

/**
 * Adds to an address the signature that iFlytek's services expect in the query: HMAC-SHA256 over host, date and request
 * line; source: 'General URL authentication' in the provider's manual, read 2026-08.
 *
 * @param address a ws or wss address without a query; its host and path are signed
 */
export function signedSocketUrl(address: string, { apiKey, apiSecret, nowMs }: SocketSignature): string {
  const { host, pathname } = new URL(address);
  const date = new Date(nowMs).toUTCString();
  const signed = `host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`;
  const signature = createHmac('sha256', apiSecret).update(signed).digest('base64');
  const origin =
    `api_key="${apiKey}", algorithm="hmac-sha256", ` + `headers="host date request-line", signature="${signature}"`;
  const query = { authorization: Buffer.from(origin).toString('base64'), date, host };
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${pairs.join('&')}`;
}
