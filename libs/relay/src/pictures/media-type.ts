import { type PictureKind } from './inline-pictures';

/** So many bytes tell every type below. */
export const SIGN_BYTES = 12;

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
}

/**
 * The type of a picture or a PDF by its first bytes: what a server says of its own files is wrong often enough, and vendors
 * refuse a wrong type. Sources: PNG and GIF specifications, JFIF, RIFF container of WebP, ISO 32000.
 *
 * @returns null for everything else; SVG is a program, no picture
 */
export function mediaTypeOf(bytes: Buffer): { readonly mime: string; readonly kind: PictureKind } | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return { mime: 'image/png', kind: 'picture' };
  if (startsWith(bytes, '\xff\xd8\xff')) return { mime: 'image/jpeg', kind: 'picture' };
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return { mime: 'image/gif', kind: 'picture' };
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return { mime: 'image/webp', kind: 'picture' };
  if (startsWith(bytes, '%PDF-')) return { mime: 'application/pdf', kind: 'document' };
  return null;
}
