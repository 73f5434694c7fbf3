import { sign } from 'jsonwebtoken';

const LIFETIME_SECONDS = 1800;
/** Tolerance for clocks that differ a little. */
const EARLY_SECONDS = 5;

/** The parts of a key `AccessKey|SecretKey`; null for a key that is sent as it is. */
export function keyPairOf(key: string): { readonly accessKey: string; readonly secretKey: string } | null {
  const [accessKey = '', secretKey = '', ...rest] = key
    .trim()
    .split('|')
    .map(part => part.trim());
  return accessKey !== '' && secretKey !== '' && rest.length === 0 ? { accessKey, secretKey } : null;
}

/** The signed token that Kling requires for a key pair. Source: Kling's page on authentication, read 2026-08. */
export function klingToken(accessKey: string, secretKey: string, nowSeconds: number): string {
  const payload = { iss: accessKey, exp: nowSeconds + LIFETIME_SECONDS, nbf: nowSeconds - EARLY_SECONDS };
  return sign(payload, secretKey, { algorithm: 'HS256', noTimestamp: true, header: { alg: 'HS256', typ: 'JWT' } });
}
