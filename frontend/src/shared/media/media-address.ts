/** The kind of media that an address may hold. */
export type MediaKind = 'image' | 'video';

const VIDEO_ENDING = /\.(mp4|m4v|webm|mov|ogv)$/i;
const IMAGE_ENDING = /\.(png|jpe?g|webp|gif|avif|bmp|svg)$/i;
const DATA_IMAGE = /^data:image\/(png|jpe?g|webp|gif|avif|bmp)[;,]/i;

/**
 * An address that may be put into a page: http, https, a path of this site, or an image as a data URL. Upstreams write
 * these addresses, so scripts, files and all others give null.
 */
export function safeMediaAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (text === '') return null;
  if (DATA_IMAGE.test(text)) return text;
  if (!URL.canParse(text, window.location.origin)) return null;
  const { protocol, href } = new URL(text, window.location.origin);
  // A plain word would otherwise count as a path of this site.
  const isWhole = /^https?:\/\//i.test(text) || text.startsWith('/');
  return isWhole && (protocol === 'https:' || protocol === 'http:') ? href : null;
}

/**
 * The kinds of media to try in turn: one when the address shows it, else the likely one and then the other.
 *
 * @param likely the kind that the task was to make
 */
export function kindsOf(address: string, likely: MediaKind): readonly MediaKind[] {
  if (address.startsWith('data:')) return ['image'];
  const path = new URL(address).pathname;
  if (VIDEO_ENDING.test(path)) return ['video'];
  if (IMAGE_ENDING.test(path)) return ['image'];
  return likely === 'video' ? ['video', 'image'] : ['image', 'video'];
}
