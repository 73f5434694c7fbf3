/**
 * A piece of this many characters reveals too much of a secret; a shorter one may occur by chance, or be an ending that
 * providers show.
 */
const PIECE_LENGTH = 8;
/** Shorter parts of a key are ordinary words or names of regions; they are only hidden as a whole. */
const SECRET_LENGTH_MIN = 12;
/** Longer secrets are documents, which are not encoded again; their pieces are hidden in their plain form. */
const ENCODED_LENGTH_MAX = 512;
const MASK = '***';

/**
 * A text without any piece of the secrets, in any form in which a provider may repeat it: cut, in upper or lower case,
 * in base64 (also behind a name, as in basic authorisation), in hexadecimal digits, or with the escapes of addresses.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const pieces = new Set<string>();
  const lengths = new Set<number>();
  const add = (piece: string): void => {
    pieces.add(piece);
    lengths.add(piece.length);
  };
  for (const secret of secrets) {
    if (secret.length < SECRET_LENGTH_MIN) add(lowerCase(secret));
    else for (const form of formsOf(secret)) addPieces(lowerCase(form), add);
  }
  return pieces.size === 0 ? text : masked(text, pieces, [...lengths]);
}

function formsOf(secret: string): readonly string[] {
  if (secret.length > ENCODED_LENGTH_MAX) return [secret];
  const bytes = Buffer.from(secret, 'utf8');
  // The text before a secret determines at which of the three positions of a base64 group the secret begins.
  const inBase64 = [0, 1, 2].flatMap(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const own = text.slice(before === 0 ? 0 : before + 1);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), ...inBase64];
}

function addPieces(form: string, add: (piece: string) => void): void {
  for (let at = 0; at + PIECE_LENGTH <= form.length; at++) add(form.slice(at, at + PIECE_LENGTH));
}

function masked(text: string, pieces: ReadonlySet<string>, lengths: readonly number[]): string {
  const lower = lowerCase(text);
  let result = '';
  let keptTo = 0;
  let hiddenTo = 0;
  for (let at = 0; at < lower.length; at++) {
    for (const length of lengths) {
      if (at + length <= hiddenTo || !pieces.has(lower.slice(at, at + length))) continue;
      if (at > hiddenTo || hiddenTo === 0) {
        result += text.slice(keptTo, at) + MASK;
      }
      hiddenTo = at + length;
      keptTo = hiddenTo;
    }
  }
  return result + text.slice(keptTo);
}

/** Changes only the letters A to Z, which keys use, so that every character keeps its position. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}
