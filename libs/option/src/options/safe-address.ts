import { isHttpUrl } from '@contracts';

/** Schemes whose addresses run as programs of the page that shows them. */
const PROGRAM_SCHEMES: readonly string[] = ['javascript', 'vbscript', 'data', 'blob', 'filesystem'];

/** Characters that browsers skip in front of and inside a scheme, so that `java<tab>script:` is one too. */
const SKIPPED_BY_BROWSERS = /[\s\p{Cc}]/gu;

/** Images whose data stand in the address. Not SVG: opened on its own it is a page with scripts. */
const INLINE_IMAGE = /^data:image\/(png|jpeg|jpg|gif|webp|avif);base64,[a-z0-9+/]+={0,2}$/i;

/**
 * Makes an address fit for a link. Chat programs have their own schemes, so every address is kept that does not run in
 * the page.
 *
 * @returns empty for an address that would run as a program
 */
export function linkOrNothing(text: string): string {
  const address = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(SKIPPED_BY_BROWSERS, ''))?.[1]?.toLowerCase();
  return scheme !== undefined && PROGRAM_SCHEMES.includes(scheme) ? '' : address;
}

/**
 * Makes an address fit for an image: http(s), a path on this site, or the image itself.
 *
 * @returns empty for anything else
 */
export function imageOrNothing(text: string): string {
  const address = text.trim();
  const isPath = /^\/(?![/\\])[^\s"'<>]*$/.test(address);
  return isHttpUrl(address) || isPath || INLINE_IMAGE.test(address) ? address : '';
}

/** An SVG image whose data stand in the address. An icon is only ever shown as an image, in which no script runs. */
const INLINE_DRAWING = /^data:image\/svg\+xml;base64,[a-z0-9+/]+={0,2}$/i;

/** Makes an address fit for the icon of a list entry, which may also be an embedded image; empty for anything else. */
export function iconOrNothing(text: string): string {
  const address = text.trim();
  return INLINE_DRAWING.test(address) ? address : imageOrNothing(address);
}

/** True when a text is nothing but an https address, which is then shown in a frame. */
export function isPageAddress(text: string): boolean {
  return text.startsWith('https://') && !/["'<>\\`]/.test(text) && isHttpUrl(text);
}
