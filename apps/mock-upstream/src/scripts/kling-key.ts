import { createHmac, timingSafeEqual } from 'node:crypto';
import { type MockCall } from '../call/mock-call';
import { bearerOf } from '../tasks/body';

/** The provider's codes for a refused key: 1000 failed, 1001 empty, 1002 invalid, 1003 too early, 1004 expired. */
export type KlingKeyFault = 1000 | 1001 | 1002 | 1003 | 1004;

const HEADER = '{"alg":"HS256","typ":"JWT"}';

function base64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/**
 * Checks a call against a key. A key `access
 * secret` needs a signed token (source: the provider's page on authentication), and a key of one part must be sent as
 * it is. The check uses bare hashing, so that gateway and mock cannot share a mistake.
 */
export function klingKeyFault(call: MockCall, key: string, nowSeconds: number): KlingKeyFault | null {
  const given = bearerOf(call);
  if (given === '') return 1001;
  const [accessKey = '', secretKey] = key.split('|');
  if (secretKey === undefined) return given === key ? null : 1002;
  return tokenFault(given, { accessKey, secretKey, nowSeconds });
}

function tokenFault(
  token: string,
  { accessKey, secretKey, nowSeconds }: { accessKey: string; secretKey: string; nowSeconds: number },
): KlingKeyFault | null {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  if (header !== base64Url(HEADER) || rest.length > 0) return 1002;
  const right = createHmac('sha256', secretKey).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 1000;
  // The token is signed with the secret, so its claims are the JSON of a client that knows it.
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Readonly<Record<string, unknown>>;
  const { iss, exp, nbf } = claims;
  if (iss !== accessKey || typeof exp !== 'number' || typeof nbf !== 'number') return 1002;
  if (nbf > nowSeconds) return 1003;
  return exp <= nowSeconds ? 1004 : null;
}
