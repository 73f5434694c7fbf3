import { CLAIM_PATH_MAX } from '@contracts';
import { isJsonObject } from '@kernel';

/** Claims as a provider sent them: of any type, and any of them may be missing. */
export type Claims = Readonly<Record<string, unknown>>;

/** Most values that are looked at for one rule. */
const VALUES_MAX = 1000;

/**
 * The values at a path with dots. Providers also put dots into names, such as `https://example.com/roles`: at each step
 * the longest name that is there counts. A list on the way stands for each of its entries.
 *
 * @returns texts, numbers and truth values as texts; empty when nothing is there
 */
export function claimValues(claims: Claims, path: string): readonly string[] {
  const found: string[] = [];
  collect(claims, path.split('.').slice(0, CLAIM_PATH_MAX), found);
  return found;
}

function collect(value: unknown, steps: readonly string[], found: string[]): void {
  if (found.length >= VALUES_MAX) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, VALUES_MAX)) collect(item, steps, found);
    return;
  }
  if (steps.length === 0) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') found.push(String(value));
    return;
  }
  if (!isJsonObject(value)) return;
  for (let taken = steps.length; taken > 0; taken -= 1) {
    const name = steps.slice(0, taken).join('.');
    if (!Object.hasOwn(value, name)) continue;
    collect(value[name], steps.slice(taken), found);
    return;
  }
}
