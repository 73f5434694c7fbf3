import { Secret, TOTP } from 'otpauth';

/** What every authenticator app understands (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const SCHEME = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Steps before and after the present one that are accepted: clocks differ, and typing takes time. */
const STEPS_AROUND = 1;

/** @returns a new secret in base32 */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** `otpauth://totp/…`: what the app reads from the QR code. A colon would part issuer and account in the wrong place. */
export function totpUrl(app: { readonly secret: string; readonly issuer: string; readonly account: string }): string {
  return new TOTP({
    ...SCHEME,
    secret: app.secret,
    issuer: app.issuer.replaceAll(':', ' ').trim(),
    label: app.account.replaceAll(':', ' '),
  }).toString();
}

/**
 * The time step a code belongs to.
 *
 * @param code six digits
 * @returns number of 30-second steps since 1970, or null when the code is that of no step around now
 */
export function totpStepOf(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null; // the library fails on letters of several bytes
  const delta = TOTP.validate({
    ...SCHEME,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: nowMs,
    window: STEPS_AROUND,
  });
  return delta === null ? null : TOTP.counter({ period: SCHEME.period, timestamp: nowMs }) + delta;
}
