const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A short name of an announcement's text, so that a browser can remember which one it has shown. Two texts may share a
 * name by chance (32 bits and the length), which hides one announcement from the dialog that opens by itself, no more.
 */
export function noticeMark(text: string): string {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME) >>> 0;
  }
  return `${text.length}-${hash.toString(16)}`;
}
