import DOMPurify from 'dompurify';

/**
 * HTML without scripts, handlers, forms and frames. The server sends none of these. Even if it did, users who may write
 * such texts (role 10) must not be able to act in the browser of a higher role.
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
  // A page opened from here must not get access to the console's window.
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
});
