/** The mark that stands in the place of what was masked; the console recognises it. */
export function maskOf(kind: 'key' | 'secret' | 'e-mail' | 'phone' | 'card' | 'word'): string {
  return `[masked:${kind}]`;
}

/** Shorter secrets are ordinary words or numbers, which would be masked everywhere. */
const LITERAL_LENGTH_MIN = 8;

/**
 * Keys by their form. A key begins behind a character that is no part of it, or behind an escape of JSON; every
 * expression looks at a run of characters once, from its beginning.
 */
const FORMS: readonly RegExp[] = [
  /(?<=^|[^\w-]|\\[bfnrt]|\\u[\da-fA-F]{4})sk-[\w*-]{4,}/g,
  /(?<=^|[^\w-]|\\[bfnrt]|\\u[\da-fA-F]{4})(?:pk|rk|fk|gsk|xai|sess|nvapi|pplx|hf|r8|ghp|gho|ghs|github_pat|glpat|xox[abprs]|whsec)[-_](?=[A-Za-z_*-]*\d)[\w*-]{8,}/g,
  /(?<=^|[^\w-]|\\[bfnrt]|\\u[\da-fA-F]{4})(?:AIza|AKIA|ASIA|ya29\.)[\w-]{12,}/g,
  /(?<=^|[^\w-]|\\[bfnrt]|\\u[\da-fA-F]{4})eyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)?/g,
];

const NAMES =
  'x-api-key|x-goog-api-key|api[-_]?key|access[-_]?token|refresh[-_]?token|id[-_]?token|auth[-_]?token|client[-_]?secret|secret[-_]?key|secret[-_]?access[-_]?key|private[-_]?key|app[-_]?secret|password|passwd';

/** Values of fields whose name says that they are secret: as JSON, as JSON inside a text, and as `name=value`. */
const NAMED: readonly RegExp[] = [
  new RegExp(`("(?:${NAMES}|authorization)"\\s{0,8}:\\s{0,8}")(?:[^"\\\\]|\\\\.)+`, 'gi'),
  new RegExp(`(\\\\"(?:${NAMES})\\\\"\\s{0,8}:\\s{0,8}\\\\")(?:[^"\\\\]|\\\\\\\\.)+`, 'gi'),
  new RegExp(`((?:^|[^\\w-])(?:${NAMES})\\s{0,4}[=:]\\s{0,4})[^\\s"'\\\\,;&<>{}[\\]()]{6,}`, 'gi'),
];

const BEARER = /(?<=^|[^\w-]|\\[bfnrt])(bearer|basic)\s{1,4}[\w.~+/*-]{8,}=*/gi;

const PEM_BEGIN = '-----BEGIN ';
const PEM_KEY = 'PRIVATE KEY-----';
const PEM_END = '-----END ';

/** Masks keys and secrets: known ones wherever they stand, all others by their form or by the name before them. */
export function maskSecrets(text: string, known: readonly string[]): string {
  let masked = text;
  for (const literal of literalsOf(known)) masked = masked.replaceAll(literal, maskOf('key'));
  masked = maskPrivateKeys(masked);
  masked = masked.replace(BEARER, (_all, word: string) => `${word} ${maskOf('key')}`);
  for (const named of NAMED) masked = masked.replace(named, (_all, name: string) => name + maskOf('secret'));
  for (const form of FORMS) masked = masked.replace(form, maskOf('key'));
  return masked;
}

/** The known secrets, their parts, and the ways in which JSON and addresses write them; the longest first. */
function literalsOf(known: readonly string[]): readonly string[] {
  const parts = known.flatMap(secret => [secret, ...(valuesOf(secret) ?? secret.split(/[|\s]+/))]);
  const forms = parts
    .filter(part => part.length >= LITERAL_LENGTH_MIN && !isAddress(part))
    .flatMap(part => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)]);
  return [...new Set(forms)].sort((left, right) => right.length - left.length);
}

/** The texts of a key that is a JSON document, such as that of a service account; null for other keys. */
function valuesOf(secret: string): readonly string[] | null {
  if (!secret.trimStart().startsWith('{')) return null;
  try {
    const values = Object.values(JSON.parse(secret) as Record<string, unknown>);
    return values.filter(value => typeof value === 'string').filter(value => value !== 'service_account');
  } catch {
    return null; // then it is a key like others
  }
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A private key is as long as it likes, so it is looked for by its ends; without an end, all that follows is masked. */
function maskPrivateKeys(text: string): string {
  let result = '';
  let from = 0;
  for (;;) {
    const begin = text.indexOf(PEM_BEGIN, from);
    if (begin === -1) return result + text.slice(from);
    const headEnd = text.indexOf('-----', begin + PEM_BEGIN.length);
    const head = headEnd === -1 ? '' : text.slice(begin, headEnd + '-----'.length);
    if (head.length > 64 || !head.endsWith(PEM_KEY)) {
      result += text.slice(from, begin + PEM_BEGIN.length);
      from = begin + PEM_BEGIN.length;
      continue;
    }
    const end = text.indexOf(PEM_END, headEnd);
    const after = end === -1 ? -1 : text.indexOf('-----', end + PEM_END.length);
    result += text.slice(from, begin) + maskOf('key');
    if (after === -1) return result;
    from = after + '-----'.length;
  }
}
