import { type RefusalSign, type VendorVerdict } from './read-failure';

/** Words by which Chinese vendors say that an account has run dry. */
const ARREARS = ['余额', '欠费', 'quota', 'balance', 'arrears'] as const;

/** True when a refusal speaks of the account's money and its status is one for accounts. */
export function speaksOfArrears(sign: RefusalSign, statuses: readonly number[]): boolean {
  return statuses.includes(sign.status) && ARREARS.some(word => sign.text.includes(word));
}

/** A prompt or answer that the vendor will not handle: the caller's matter, and never the channel's. */
export const CONTENT_REFUSED: VendorVerdict = { verdict: 'caller', code: 'content_filter' };

export const DISABLE: VendorVerdict = { verdict: 'disable' };
export const RETRY: VendorVerdict = { verdict: 'retry' };
export const CALLER: VendorVerdict = { verdict: 'caller' };
