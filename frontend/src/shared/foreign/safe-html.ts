import DOMPurify from 'dompurify';

/**
 * HTML made harmless: scripts, handlers, forms and frames are removed. The server sends no such thing; whoever may
 * write these texts (role 10) must not be able to act in the browser of a higher role even if it did.
 */
export function purify(html: string): string {
  return DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea', 'style', 'iframe'],
    FORBID_ATTR: ['id', 'name', 'class'],
    ADD_ATTR: ['target'],
  });
}

DOMPurify.addHook('afterSanitizeAttributes', node => {
  // A page opened from here must not get hold of the console's window.
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
});
