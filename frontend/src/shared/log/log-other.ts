import { type LogOther } from '@contracts';

/** What was used and what it cost, as recorded with the row; buckets and ratios that were neutral are left out. */
export interface LogReceipt {
  readonly units?: number;
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly price?: Readonly<Record<string, unknown>>;
}

/** The parsed `other` of a row. */
export interface KnownOther extends LogOther {
  readonly receipt?: LogReceipt;
}

/** Reads the JSON beside a log row; an unreadable one counts as empty, since the row itself is still worth showing. */
export function readOther(text: string): KnownOther {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as KnownOther) : {};
  } catch {
    return {}; // the reason is given above
  }
}

/** Channels in the order they were tried; empty for everybody but administrators. */
export function triedChannels(other: KnownOther): readonly string[] {
  return other.admin_info?.use_channel ?? [];
}

/** Seconds until the first data, or null when none arrived or the row does not tell. */
export function firstTokenSeconds({ frt }: KnownOther): number | null {
  return typeof frt === 'number' && frt > 0 ? frt / 1000 : null;
}
