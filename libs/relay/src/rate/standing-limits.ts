import { type NamedCallLimits } from '@contracts';
import { type CallLimit } from '@platform';

/** Whose limit it is; what is busy at a provider does not refuse at once. */
export type LimitScope = 'key' | 'user' | 'group' | 'model' | 'channel' | 'upstreamKey';

/** A limit that holds for many calls; what each call adds to it is known at its time. */
export interface StandingLimit extends Omit<CallLimit, 'amount'> {
  readonly scope: LimitScope;
  /** The name of the group or model; empty for all others. */
  readonly name: string;
  /** What is counted, and so the header that names it. */
  readonly unit: 'requests' | 'tokens' | 'calls';
  /** The limit as the refusal names it, for example `100 requests in 60 seconds`. */
  readonly rule: string;
}

/** Whose limits these are, and the part of the buckets' names that all of them share. */
interface LimitOwner {
  readonly scope: LimitScope;
  readonly name: string;
  readonly bucket: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The limits of one owner that are on. */
export function standingLimits(limits: NamedCallLimits, { scope, name, bucket }: LimitOwner): readonly StandingLimit[] {
  const { rpm = 0, tpm = 0, concurrency = 0, rpd = 0 } = limits;
  const owner = { scope, name };
  const found: StandingLimit[] = [];
  if (concurrency > 0) {
    const rule = `${concurrency} calls at the same time`;
    found.push({ ...owner, unit: 'calls', bucket: `${bucket}:calls`, limit: concurrency, windowMs: 0, rule });
  }
  if (rpm > 0) {
    const rule = `${rpm} requests in 60 seconds`;
    found.push({ ...owner, unit: 'requests', bucket: `${bucket}:rpm`, limit: rpm, windowMs: MINUTE_MS, rule });
  }
  if (tpm > 0) {
    const rule = `${tpm} tokens in 60 seconds`;
    found.push({ ...owner, unit: 'tokens', bucket: `${bucket}:tpm`, limit: tpm, windowMs: MINUTE_MS, rule });
  }
  if (rpd > 0) {
    const rule = `${rpd} requests in 24 hours`;
    found.push({ ...owner, unit: 'requests', bucket: `${bucket}:rpd`, limit: rpd, windowMs: DAY_MS, rule });
  }
  return found;
}
