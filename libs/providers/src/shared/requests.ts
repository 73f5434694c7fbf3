import { type JsonObject } from '@formats';
import { type AnswerReading, type UpstreamCall, type UpstreamRequest } from '../contract/upstream';

type Headers = UpstreamRequest['headers'];

/** Bytes are passed on and scanned as they arrive; a compressed response would have to be unpacked first. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' } as const;

/** The key as most providers expect it. */
export function bearer(key: string): { readonly authorization: string } {
  return { authorization: `Bearer ${key.trim()}` };
}

/** The content type of the response to a chat. */
export function acceptOfChat({ isStream }: Pick<UpstreamCall, 'isStream'>): string {
  return isStream ? 'text/event-stream' : 'application/json';
}

interface PostOptions {
  /** What proves the key, and other headers of the provider's own. */
  readonly headers: Headers;
  /** Bytes are sent as they are, an object as JSON. */
  readonly body: JsonObject | Buffer;
  /** The type of the body; JSON when absent. */
  readonly contentType?: string;
  /** The type of the response; JSON when absent. */
  readonly accept?: string;
  readonly answer?: AnswerReading | undefined;
}

export function postRequest(
  url: string,
  { headers, body, contentType = 'application/json', accept = 'application/json', answer }: PostOptions,
): UpstreamRequest {
  return {
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': contentType, accept, ...UNCOMPRESSED },
    body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
    ...(answer && { answer }),
  };
}

export function getRequest(url: string, headers: Headers): UpstreamRequest {
  return { method: 'GET', url, headers: { ...headers, accept: 'application/json', ...UNCOMPRESSED }, body: null };
}
