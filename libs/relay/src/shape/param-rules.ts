import { type ParamRule } from '@contracts';
import { isJsonObject } from '@formats';
import { fitsPattern } from '@kernel';

type Holder = Record<string, unknown> | unknown[];

/** The names of the model that a rule may be meant for. */
export interface RuleModels {
  /** As the caller wrote it, and as the provider knows it. */
  readonly names: readonly string[];
}

/**
 * Applies rules to a body, in their order. Nothing of the given body is changed.
 *
 * @returns the changed body, or the given one when no rule changed anything
 */
export function withRules(
  body: Readonly<Record<string, unknown>>,
  rules: readonly ParamRule[],
  { names }: RuleModels,
): Readonly<Record<string, unknown>> {
  const own = rules.filter(
    ({ models }) => models.length === 0 || models.some(pattern => names.some(name => fitsPattern(pattern, name))),
  );
  if (own.length === 0) return body;
  const changed = structuredClone(body) as Record<string, unknown>;
  let count = 0;
  for (const rule of own) count += applied(changed, rule);
  return count === 0 ? body : changed;
}

/** @returns how many values changed */
function applied(body: Record<string, unknown>, rule: ParamRule): number {
  const name = rule.path.at(-1) ?? '';
  const makes = rule.operation === 'set' || rule.operation === 'default';
  let count = 0;
  for (const holder of holdersOf(body, rule.path.slice(0, -1), makes)) {
    for (const key of keysOf(holder, name)) count += changedAt(body, { holder, key }, rule) ? 1 : 0;
  }
  return count;
}

interface Place {
  readonly holder: Holder;
  readonly key: string;
}

function changedAt(body: Record<string, unknown>, place: Place, { operation, value, to }: ParamRule): boolean {
  const old = valueAt(place);
  switch (operation) {
    case 'set':
      return old !== value && write(place, structuredClone(value));
    case 'default':
      return (old === undefined || old === null) && write(place, structuredClone(value));
    case 'remove':
      return remove(place);
    case 'min':
      return typeof old === 'number' && old < Number(value) && write(place, value);
    case 'max':
      return typeof old === 'number' && old > Number(value) && write(place, value);
    case 'rename':
      return old !== undefined && remove(place) && moved(body, old, to);
  }
}

/** Writes a renamed value, unless its new place is taken. */
function moved(body: Record<string, unknown>, value: unknown, to: readonly string[]): boolean {
  const [holder] = holdersOf(body, to.slice(0, -1), true);
  const place = holder && { holder, key: to.at(-1) ?? '' };
  if (place && valueAt(place) === undefined) write(place, value);
  return true;
}

/** The objects and lists that a path leads to; missing objects are made when a value is to be written. */
function holdersOf(body: Record<string, unknown>, path: readonly string[], makes: boolean): readonly Holder[] {
  let holders: readonly Holder[] = [body];
  for (const name of path) {
    const next: Holder[] = [];
    for (const holder of holders) {
      for (const key of keysOf(holder, name)) {
        const place = { holder, key };
        if (valueAt(place) === undefined && makes && !Array.isArray(holder)) write(place, {});
        const value = valueAt(place);
        if (Array.isArray(value)) next.push(value as unknown[]);
        else if (isJsonObject(value)) next.push(value);
      }
    }
    holders = next;
  }
  return holders;
}

/** The places that a name means: every one of a list for `*`, from the last to the first, so that removing is safe. */
function keysOf(holder: Holder, name: string): readonly string[] {
  if (!Array.isArray(holder)) return name === '*' ? [] : [name];
  if (name === '*') return holder.map((_, at) => String(holder.length - 1 - at));
  return /^\d{1,9}$/.test(name) && Number(name) < holder.length ? [name] : [];
}

function valueAt({ holder, key }: Place): unknown {
  return Array.isArray(holder) ? holder[Number(key)] : Object.hasOwn(holder, key) ? holder[key] : undefined;
}

function write({ holder, key }: Place, value: unknown): boolean {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
  return true;
}

function remove(place: Place): boolean {
  const { holder, key } = place;
  if (valueAt(place) === undefined) return false;
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return true;
}
