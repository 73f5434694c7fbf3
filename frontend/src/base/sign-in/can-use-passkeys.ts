/** Passkeys need a browser that supports them and a page that is encrypted or served from the local machine. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}
