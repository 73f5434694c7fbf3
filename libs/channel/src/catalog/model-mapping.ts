import { AppError, isJsonObject } from '@kernel';
import { type CatalogChannel } from './catalog-channel';

/** The name that the upstream gets, following the mapping from name to name; null when the mapping has a cycle. */
function resolve(mapping: ReadonlyMap<string, string>, requested: string): string | null {
  const seen = new Set([requested]);
  let name = requested;
  for (;;) {
    const next = mapping.get(name);
    if (next === undefined || next === name) return name; // a name mapped to itself ends the chain
    if (seen.has(next)) return null;
    seen.add(next);
    name = next;
  }
}

/**
 * Name of a model at the upstream of a channel.
 *
 * @throws AppError RELAY_MAPPING when the mapping runs in a circle
 */
export function upstreamModelName(channel: Pick<CatalogChannel, 'id' | 'modelMapping'>, requested: string): string {
  if (channel.modelMapping === null) return requested;
  const name = resolve(channel.modelMapping, requested);
  if (name === null) throw new AppError('RELAY_MAPPING', { details: { channelId: channel.id } });
  return name;
}

/** Whether some name of the mapping leads back to itself through other names. */
export function hasCycle(mapping: ReadonlyMap<string, string>): boolean {
  return [...mapping.keys()].some(name => resolve(mapping, name) === null);
}

/** The stored mapping; null when it is empty, absent or unreadable. Blanks around names do not count. */
export function parseModelMapping(text: string | null): ReadonlyMap<string, string> | null {
  const entries = entriesOf(text)
    .map(([from, to]) => [from.trim(), String(to).trim()] as const)
    .filter(([from, to]) => from !== '' && to !== '');
  return entries.length === 0 ? null : new Map(entries);
}

/** The stored status mapping; null when it is empty, absent or unreadable. */
export function parseStatusMapping(text: string | null): ReadonlyMap<number, number> | null {
  const entries = entriesOf(text).map(([from, to]) => [Number(from), Number(to)] as const);
  const whole = entries.filter(pair => pair.every(Number.isInteger));
  return whole.length === 0 ? null : new Map(whole);
}

function entriesOf(text: string | null): readonly [string, unknown][] {
  if (!text?.trim()) return [];
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? Object.entries(value) : [];
  } catch {
    return []; // refused at save time; an older row that is broken maps nothing
  }
}
