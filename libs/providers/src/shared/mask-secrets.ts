import { isJsonObject, parseJson } from '@formats';
import { channelTypeOf } from '@contracts';
import { type ChannelTarget } from '../contract/upstream';
import { withoutSecrets } from './secret-forms';

/** The longest error text that leaves the gateway, in characters. */
const MESSAGE_LENGTH_MAX = 500;

/** The number of characters that are read before masking, so that a huge response cannot cause a slow scan. */
const SCAN_LENGTH_MAX = 4_000;

const MASKS: readonly (readonly [RegExp, string])[] = [
  // Addresses name our upstream. Addresses of the caller's own images are masked with them, which is the lesser harm.
  [/\b(?:https?|wss?):\/\/[^\s"'<>)\]}]+/gi, '[address]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, '[address]'],
  [/\bbearer\s+[\w.~+/*-]+=*/gi, 'Bearer ***'],
  // Providers repeat a key with a part of it replaced by stars: sk-proj-abc***xyz.
  [/\b(?:sk|fk|pk|rk)-[\w*-]{4,}/gi, 'sk-***'],
  [/\borg-[a-z0-9]{6,}/gi, 'org-***'],
  [/\bproj_[a-z0-9]{6,}/gi, 'proj_***'],
  [/\beyJ[\w-]{10,}\.[\w-]+(?:\.[\w-]*)?/g, '***'],
];

/**
 * Prepares a provider's sentence for the caller: no addresses, no keys, no organisation, one line, at most 500
 * characters.
 *
 * @param target its exact key and host are removed too, whatever they look like
 */
export function maskSecrets(message: string, target?: ChannelTarget): string {
  let text = message.slice(0, SCAN_LENGTH_MAX);
  for (const name of namesOf(target)) text = text.replaceAll(name, '***');
  text = withoutSecrets(text, secretsOf(target));
  for (const [pattern, replacement] of MASKS) text = text.replace(pattern, replacement);
  // Control characters would let an upstream forge log lines.
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MESSAGE_LENGTH_MAX)
    .replace(/\p{Cs}/gu, ''); // half of a surrogate pair, cut here or sent by the provider: PostgreSQL would refuse the whole log row
}

/** Shorter parts are not masked, because they may be ordinary words. */
const PART_LENGTH_MIN = 6;

/** Names that identify the account without opening it: hosts and the organisation. */
function namesOf(target: ChannelTarget | undefined): readonly string[] {
  if (!target) return [];
  const addresses = [target.baseUrl, channelTypeOf(target.type)?.defaultBaseUrl ?? ''].filter(address =>
    URL.canParse(address),
  );
  const hosts = addresses.map(address => new URL(address)).flatMap(({ host, hostname }) => [host, hostname]);
  return [...hosts, target.organization ?? ''].map(name => name.trim()).filter(name => name.length >= PART_LENGTH_MIN);
}

/** The key, its parts when it has several, and the token for which it was exchanged. */
function secretsOf(target: ChannelTarget | undefined): readonly string[] {
  if (!target) return [];
  const { key, accessToken = '' } = target;
  const parts = [...(valuesOf(key) ?? [key, ...key.split('|')]), accessToken];
  return parts.map(part => part.trim()).filter(part => part.length >= PART_LENGTH_MIN);
}

/**
 * The texts in a key that is a JSON document, except addresses and the type, which are not secret; null when the key is
 * not a document.
 */
function valuesOf(key: string): readonly string[] | null {
  const document = key.trimStart().startsWith('{') ? parseJson(key) : null;
  if (!isJsonObject(document)) return null;
  return Object.values(document)
    .filter(value => typeof value === 'string')
    .filter(value => !URL.canParse(value) && value !== 'service_account');
}
