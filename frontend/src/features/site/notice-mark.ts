const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A hash of an announcement's text, by which a browser remembers which one it has shown. Two texts may have the same
 * hash by chance (32 bits and the length); then one announcement does not open by itself, and nothing else happens.
 */
export function noticeMark(text: string): string {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME) >>> 0;
  }
  return `${text.length}-${hash.toString(16)}`;
}
