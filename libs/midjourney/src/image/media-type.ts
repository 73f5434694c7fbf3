/** Images and videos that no browser runs as a document; images made of markup, such as SVG, can hold scripts. */
const MEDIA = /^(image|video)\/[a-z0-9.+-]+$/;
const MARKUP = /svg|xml|html/;

/** Whether bytes of a content type may be shown under the gateway's own address. */
export function isShowable(contentType: string): boolean {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return MEDIA.test(type) && !MARKUP.test(type);
}
