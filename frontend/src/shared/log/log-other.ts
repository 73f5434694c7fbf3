import { type LogOther } from '@contracts';

/** The usage and the cost that are recorded with the row; parts and ratios without effect are left out. */
interface LogReceipt {
  readonly units?: number;
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly price?: Readonly<Record<string, unknown>>;
}

/** The parsed `other` of a row. */
export interface KnownOther extends LogOther {
  readonly receipt?: LogReceipt;
}

/** Parses the JSON of a log row; unreadable JSON counts as empty, since the row itself is still worth showing. */
export function readOther(text: string): KnownOther {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as KnownOther) : {};
  } catch {
    return {}; // unreadable JSON counts as empty
  }
}

/** The channels in the order in which they were tried; empty for all users but administrators. */
export function triedChannels(other: KnownOther): readonly string[] {
  return other.admin_info?.use_channel ?? [];
}

/** Seconds until the first data, or null when none arrived or the row does not contain the time. */
export function firstTokenSeconds({ frt }: KnownOther): number | null {
  return typeof frt === 'number' && frt > 0 ? frt / 1000 : null;
}
