import { createHash, timingSafeEqual } from 'node:crypto';

/** Parameters of a request to the gateway or of a notify from it, by name. */
export type EpayParameters = Readonly<Record<string, string>>;

/** Parameters that are not part of the signed text. */
const UNSIGNED: ReadonlySet<string> = new Set(['sign', 'sign_type']);

/**
 * The signature of the "easy pay" family, the same in both directions: the parameters with a value, sorted by the bytes
 * of their names, joined as `name=value` with `&` and not encoded, the merchant key right behind, MD5 in lower-case hex.
 */
export function signEpay(parameters: EpayParameters, key: string): string {
  const text = Object.entries(parameters)
    .filter(([name, value]) => value !== '' && !UNSIGNED.has(name))
    .sort(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('md5')
    .update(text + key, 'utf8')
    .digest('hex');
}

/**
 * True when `sign` fits all the other parameters received, unknown ones included. It is compared in constant time: a
 * signature must not be guessed character by character.
 */
export function isEpaySigned(parameters: EpayParameters, key: string): boolean {
  const received = Buffer.from(parameters.sign ?? '');
  const expected = Buffer.from(signEpay(parameters, key));
  return received.length === expected.length && timingSafeEqual(received, expected);
}
