import { type IncomingHttpHeaders } from 'node:http';

const WEBSOCKET_KEY = 'openai-insecure-api-key.';

/** The parts of a request that may hold a key. */
interface KeySource {
  readonly headers: IncomingHttpHeaders;
  /** Query part of the URL, without the question mark. */
  readonly query: string;
}

/**
 * The API key in any of the forms that clients use, on every route: WebSocket sub-protocol, x-api-key, api-key, the
 * Google forms, Authorization, and the header of the Midjourney proxies. The first form that holds a value is used.
 *
 * @returns the key as presented, without a Bearer word; null when there is none
 */
export function presentedKey({ headers, query }: KeySource): string | null {
  const authorization = withoutBearer(single(headers.authorization));
  // This is by far the most frequent form, and clients do not send two forms at once.
  if (
    authorization &&
    authorization !== 'midjourney-proxy' &&
    !headers['x-api-key'] &&
    !headers['sec-websocket-protocol']
  ) {
    return authorization;
  }
  return (
    socketKey(single(headers['sec-websocket-protocol'])) ??
    plain(headers['x-api-key']) ??
    plain(headers['api-key']) ??
    plain(headers['x-goog-api-key']) ??
    queryKey(query) ??
    (authorization && authorization !== 'midjourney-proxy' ? authorization : null) ??
    withoutBearer(single(headers['mj-api-secret']))
  );
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function plain(value: string | string[] | undefined): string | null {
  return single(value)?.trim() || null;
}

function withoutBearer(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return (/^bearer(\s|$)/i.test(trimmed) ? trimmed.slice(6).trim() : trimmed) || null;
}

function socketKey(protocols: string | undefined): string | null {
  const named = protocols?.split(',').map(protocol => protocol.trim());
  return named?.find(protocol => protocol.startsWith(WEBSOCKET_KEY))?.slice(WEBSOCKET_KEY.length) || null;
}

function queryKey(query: string): string | null {
  if (!query.includes('key=')) return null;
  return new URLSearchParams(query).get('key')?.trim() || null;
}
