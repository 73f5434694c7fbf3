import { marked } from 'marked';
import { purify } from './safe-html';

function looksLikeHtml(text: string): boolean {
  return /<[a-z!/][^>]*>/i.test(text);
}

/** HTML or markdown as its author wrote it, rendered and purified. */
export function toSafeHtml(text: string): string {
  return purify(looksLikeHtml(text) ? text : marked.parse(text, { async: false }));
}
