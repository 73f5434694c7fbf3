import { isHttpUrl } from '@contracts';

/** Addresses of these schemes run as programs of the page that shows them. */
const PROGRAM_SCHEMES: readonly string[] = ['javascript', 'vbscript', 'data', 'blob', 'filesystem'];

/** Browsers skip some of these in front of and inside a scheme, so that `java<tab>script:` is one too. */
const SKIPPED_BY_BROWSERS = /[\s\p{Cc}]/gu;

/** Images written out in the address. Not SVG: opened on its own it is a page with scripts. */
const INLINE_IMAGE = /^data:image\/(png|jpeg|jpg|gif|webp|avif);base64,[a-z0-9+/]+={0,2}$/i;

/**
 * An address that a link may lead to. Chat programs have schemes of their own, hence everything is kept that does not
 * run in the page.
 *
 * @returns empty for an address that would run as a program
 */
export function linkOrNothing(text: string): string {
  const address = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(SKIPPED_BY_BROWSERS, ''))?.[1]?.toLowerCase();
  return scheme !== undefined && PROGRAM_SCHEMES.includes(scheme) ? '' : address;
}

/**
 * The address of an image: http(s), a path on this site, or the image itself.
 *
 * @returns empty for anything else
 */
export function imageOrNothing(text: string): string {
  const address = text.trim();
  const isPath = /^\/(?![/\\])[^\s"'<>]*$/.test(address);
  return isHttpUrl(address) || isPath || INLINE_IMAGE.test(address) ? address : '';
}

/** A drawing written out in the address: an icon is only ever shown as an image, and in one no script runs. */
const INLINE_DRAWING = /^data:image\/svg\+xml;base64,[a-z0-9+/]+={0,2}$/i;

/** Whether an address may be the icon of a list entry, which may also be an embedded image. */
export function iconOrNothing(text: string): string {
  const address = text.trim();
  return INLINE_DRAWING.test(address) ? address : imageOrNothing(address);
}

/** Whether a text is nothing but an address under https, which then is shown in a frame. */
export function isPageAddress(text: string): boolean {
  return text.startsWith('https://') && !/["'<>\\`]/.test(text) && isHttpUrl(text);
}
