import { type SecretBox, type SecretPurpose } from './secret-box';

/** What stands in a text: how many sealed pieces the new key opens, how many the old one opened, and how many neither does. */
export interface ResealedText {
  readonly text: string;
  readonly fresh: number;
  readonly resealed: number;
  readonly unreadable: number;
  readonly likely: SecretPurpose;
}

/** A piece that a box has made; it may stand inside a JSON text. */
const SEALED = /v1\.[\w-]{38,}/g;

/**
 * Seals the sealed pieces of a text anew.
 *
 * @param likely what the pieces were probably sealed for
 */
export function reseal(text: string, from: SecretBox, to: SecretBox, likely: SecretPurpose): ResealedText {
  const counts = { fresh: 0, resealed: 0, unreadable: 0 };
  let purpose = likely;
  const result = text.replace(SEALED, piece => {
    const known = to.openAny(piece, purpose);
    const opened = known ?? from.openAny(piece, purpose);
    purpose = opened?.purpose ?? purpose;
    if (known || !opened) {
      counts[known ? 'fresh' : 'unreadable'] += 1;
      return piece;
    }
    counts.resealed += 1;
    return to.seal(opened.purpose, opened.plain);
  });
  return { text: result, likely: purpose, ...counts };
}
