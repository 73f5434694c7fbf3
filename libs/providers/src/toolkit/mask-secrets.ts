import { isRecord, parseJson } from '@formats';
import { channelTypeOf } from '@contracts';
import { type ChannelTarget } from '../spec/upstream';
import { withoutSecrets } from './secret-forms';

/** Longest error text that leaves the gateway, in characters. */
const MESSAGE_LENGTH_MAX = 500;

/** Read before masking, so that a huge answer cannot cost a slow scan. */
const SCAN_LENGTH_MAX = 4_000;

const MASKS: readonly (readonly [RegExp, string])[] = [
  // Addresses name our upstream; addresses of the caller's own images are lost with them, which is the lesser harm.
  [/\b(?:https?|wss?):\/\/[^\s"'<>)\]}]+/gi, '[address]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, '[address]'],
  [/\bbearer\s+[\w.~+/*-]+=*/gi, 'Bearer ***'],
  // Providers repeat a key partly starred: sk-proj-abc***xyz.
  [/\b(?:sk|fk|pk|rk)-[\w*-]{4,}/gi, 'sk-***'],
  [/\borg-[a-z0-9]{6,}/gi, 'org-***'],
  [/\bproj_[a-z0-9]{6,}/gi, 'proj_***'],
  [/\beyJ[\w-]{10,}\.[\w-]+(?:\.[\w-]*)?/g, '***'],
];

/**
 * A provider's sentence made fit for the caller: no addresses, no keys, no organisation, one line, at most 500 characters.
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
    .replace(/\p{Cs}/gu, ''); // half a character, cut here or sent so: PostgreSQL would refuse the whole log row
}

/** Shorter parts would mask ordinary words. */
const PART_LENGTH_MIN = 6;

/** What gives the account away without opening it: hosts and the organisation. */
function namesOf(target: ChannelTarget | undefined): readonly string[] {
  if (!target) return [];
  const addresses = [target.baseUrl, channelTypeOf(target.type)?.defaultBaseUrl ?? ''].filter(address =>
    URL.canParse(address),
  );
  const hosts = addresses.map(address => new URL(address)).flatMap(({ host, hostname }) => [host, hostname]);
  return [...hosts, target.organization ?? ''].map(name => name.trim()).filter(name => name.length >= PART_LENGTH_MIN);
}

/** The key, its parts where it is made of several, and the token that it was traded for. */
function secretsOf(target: ChannelTarget | undefined): readonly string[] {
  if (!target) return [];
  const { key, accessToken = '' } = target;
  const parts = [...(valuesOf(key) ?? [key, ...key.split('|')]), accessToken];
  return parts.map(part => part.trim()).filter(part => part.length >= PART_LENGTH_MIN);
}

/** The texts of a key that is a JSON document, without what every such document says; null when it is none. */
function valuesOf(key: string): readonly string[] | null {
  const document = key.trimStart().startsWith('{') ? parseJson(key) : null;
  if (!isRecord(document)) return null;
  return Object.values(document)
    .filter(value => typeof value === 'string')
    .filter(value => !URL.canParse(value) && value !== 'service_account');
}
