import { type LeasedAccount } from './leased-account';

/** A lease holds this many reservations of the size that is asked for, where the balance allows it. */
const RESERVATIONS_PER_LEASE = 16;
/** A lease lasts for so long at the rate at which its account was used since it was last enlarged. */
const LEASE_MS = 60_000;

/** How far a lease is enlarged: for many reservations of this size, or a minute at the present rate. */
export function wantedUnits(account: LeasedAccount, size: number): number {
  if (performance.now() < account.frugalUntilMs) return account.awaited;
  const elapsedMs = Math.max(1, performance.now() - account.takenAtMs);
  const byRate = (account.reservedSince / elapsedMs) * LEASE_MS;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Math.max(account.awaited, size * RESERVATIONS_PER_LEASE, byRate)));
}
