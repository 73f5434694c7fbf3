import { sign } from 'jsonwebtoken';
import { isJsonObject } from '@kernel';
import { type TokenCapability } from '../../contract/task';

const LIFETIME_SECONDS = 1800;
/** A token is used again for a shorter time than it is valid, so that none expires on its way. */
const REUSE_SECONDS = 25 * 60;
/** Tolerance for clocks that differ a little. */
const EARLY_SECONDS = 5;
/** Codes for a token that is not yet valid or has expired. */
const TOKEN_TIME_CODES: ReadonlySet<unknown> = new Set([1003, 1004]);

/** Keys `AccessKey|SecretKey` sign a token; every other key is sent as it is. */
export const klingTokens: TokenCapability = {
  make({ key }, nowMs) {
    const pair = keyPairOf(key);
    if (!pair) return null;
    const token = klingToken(pair.accessKey, pair.secretKey, Math.floor(nowMs / 1000));
    return { token, expiresInSeconds: REUSE_SECONDS };
  },
  isStale: ({ status, json }) => status === 401 && isJsonObject(json) && TOKEN_TIME_CODES.has(json.code),
};

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
