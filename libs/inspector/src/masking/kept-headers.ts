import { maskSecrets } from './mask-secrets';

/** Headers that help to understand a call and hold no secret; the values of all others are not kept. */
const KEPT: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'anthropic-beta',
  'anthropic-version',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'openai-beta',
  'openai-processing-ms',
  'openai-version',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'server',
  'transfer-encoding',
  'user-agent',
  'x-api-version',
  'x-request-id',
  'x-should-retry',
]);
const KEPT_BEGINNINGS = ['x-ratelimit-', 'anthropic-ratelimit-', 'x-stainless-', 'x-sluice-'];
const HEADERS_MAX = 60;
const VALUE_LENGTH_MAX = 500;

/** The headers of a message by lower-case name: known harmless ones with their values, all others by name alone. */
export function keptHeaders(
  headers: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers).slice(0, HEADERS_MAX)) {
    if (value === undefined) continue;
    const lower = name.toLowerCase().slice(0, 100);
    kept[lower] = isKept(lower) ? maskSecrets(String(value).slice(0, VALUE_LENGTH_MAX), secrets) : '[masked:secret]';
  }
  return kept;
}

function isKept(name: string): boolean {
  return KEPT.has(name) || KEPT_BEGINNINGS.some(beginning => name.startsWith(beginning));
}
