const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits that make names unique; they are not secret. */
export function randomSuffix(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, byte => letters[byte % letters.length]).join('');
}
