import { type ImageKind } from './inline-images';

/** The first bytes of a file that suffice to recognise every type below. */
export const SIGN_BYTES = 12;

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
}

/**
 * The type of an image or a PDF by its first bytes, because the type that a server states is often wrong, and providers
 * refuse a wrong type. Sources: PNG and GIF specifications, JFIF, RIFF container of WebP, ISO 32000.
 *
 * @returns null for everything else; SVG is excluded because it can hold a program
 */
export function mediaTypeOf(bytes: Buffer): { readonly mime: string; readonly kind: ImageKind } | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return { mime: 'image/png', kind: 'image' };
  if (startsWith(bytes, '\xff\xd8\xff')) return { mime: 'image/jpeg', kind: 'image' };
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return { mime: 'image/gif', kind: 'image' };
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return { mime: 'image/webp', kind: 'image' };
  if (startsWith(bytes, '%PDF-')) return { mime: 'application/pdf', kind: 'document' };
  return null;
}
