/** Passkeys need a browser that knows them and a page with encryption, or on this machine. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}
