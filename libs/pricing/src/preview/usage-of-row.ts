import { noUsage, type BilledUsage } from '@contracts';
import { isJsonObject } from '@kernel';

/** The usage in the receipt of a log row, or null when there is no valid one. */
export function usageOfRow(other: string): BilledUsage | null {
  const receipt = receiptIn(other);
  // Another version may count differently; a new version needs a reader here.
  if (receipt?.version !== 1 || !isJsonObject(receipt.usage)) return null;
  const usage: Record<string, number> = { ...noUsage };
  for (const [bucket, count] of Object.entries(receipt.usage)) {
    if (!isBucket(bucket) || typeof count !== 'number') return null;
    usage[bucket] = count;
  }
  // Every bucket of noUsage is there, and nothing that is no bucket.
  return usage as unknown as BilledUsage;
}

function isBucket(name: string): boolean {
  return name === 'seconds' || Object.hasOwn(noUsage, name);
}

function receiptIn(other: string): Readonly<Record<string, unknown>> | null {
  if (other === '') return null;
  try {
    const value: unknown = JSON.parse(other);
    return isJsonObject(value) && isJsonObject(value.receipt) ? value.receipt : null;
  } catch {
    return null; // counted among the rows that cannot be worked out again
  }
}
