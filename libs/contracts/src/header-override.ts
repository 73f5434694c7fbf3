import { isJsonObject } from './json';

/** A header by its name in lower case; null removes it. */
export type HeaderOverride = ReadonlyMap<string, string | null>;

/** Why a text is not what a field of a channel takes; the code is that of the server's refusal. */
export interface ShapeProblem<Code extends string> {
  readonly code: Code;
  /** The header, rule or path that is meant. */
  readonly at: string;
}

type HeaderProblem = ShapeProblem<'CHANNEL_HEADERS_INVALID' | 'CHANNEL_HEADER_FORBIDDEN' | 'CHANNEL_HEADER_KEY'>;

const HEADERS_MAX = 64;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** Printable characters of one byte, as headers carry them; no line breaks. */
const VALUE = /^[\t\x20-\x7e\xa0-\xff]{0,4096}$/;
/** These describe the connection or the body, and are written by the transport. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'proxy-authenticate',
]);
/** These hold what a caller shows to us, and are never for anybody else. */
const CALLER_SECRETS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'mj-api-secret',
  'sec-websocket-protocol',
]);

/**
 * Reads the headers that a channel sets or removes. `{api_key}` in a value stands for the channel's key, and
 * `{client_header:name}` for a header of the caller. The header `authorization` may be removed or hold `{api_key}`; a
 * secret of its own belongs into the key.
 */
export function readHeaderOverride(text: string): { readonly headers: HeaderOverride } | HeaderProblem {
  const headers = new Map<string, string | null>();
  if (text.trim() === '') return { headers };
  const parsed = parse(text);
  if (!isJsonObject(parsed)) return { code: 'CHANNEL_HEADERS_INVALID', at: '{}' };
  const entries = Object.entries(parsed);
  if (entries.length > HEADERS_MAX) return { code: 'CHANNEL_HEADERS_INVALID', at: entries[HEADERS_MAX]?.[0] ?? '' };
  for (const [written, value] of entries) {
    const name = written.toLowerCase();
    const isText = typeof value === 'string' && VALUE.test(value);
    if (!NAME.test(name) || (!isText && value !== null) || headers.has(name)) {
      return { code: 'CHANNEL_HEADERS_INVALID', at: written.slice(0, 60) };
    }
    if (CONNECTION_HEADERS.has(name) || namesSecret(value)) return { code: 'CHANNEL_HEADER_FORBIDDEN', at: written };
    if (name === 'authorization' && value !== null && !value.includes('{api_key}')) {
      return { code: 'CHANNEL_HEADER_KEY', at: written };
    }
    headers.set(name, value);
  }
  return { headers };
}

type PassProblem = ShapeProblem<'CHANNEL_HEADERS_INVALID' | 'CHANNEL_HEADER_FORBIDDEN'>;

/** Reads the names of headers that are passed on from the caller. */
export function readPassHeaders(text: string): { readonly names: readonly string[] } | PassProblem {
  const names = [...new Set(text.split(',').map(name => name.trim().toLowerCase()))].filter(name => name !== '');
  if (names.length > HEADERS_MAX) return { code: 'CHANNEL_HEADERS_INVALID', at: names[HEADERS_MAX] ?? '' };
  const broken = names.find(name => !NAME.test(name));
  if (broken !== undefined) return { code: 'CHANNEL_HEADERS_INVALID', at: broken.slice(0, 60) };
  const forbidden = names.find(isNeverPassed);
  return forbidden === undefined ? { names } : { code: 'CHANNEL_HEADER_FORBIDDEN', at: forbidden };
}

/** Matches a header of the caller in a value. */
export const CLIENT_HEADER = /\{client_header:([^{}]+)\}/g;

function namesSecret(value: string | null): boolean {
  return (
    value !== null &&
    [...value.matchAll(CLIENT_HEADER)].some(([, name = '']) => isNeverPassed(name.trim().toLowerCase()))
  );
}

function isNeverPassed(name: string): boolean {
  return (
    CONNECTION_HEADERS.has(name) || CALLER_SECRETS.has(name) || name === 'content-type' || name === 'accept-encoding'
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // like any text that is not an object
  }
}
