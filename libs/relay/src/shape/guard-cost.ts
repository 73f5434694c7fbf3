import { isJsonObject } from '@formats';

type Body = Readonly<Record<string, unknown>>;

/** Fields of all providers that limit the length of an answer. */
const LIMITS: ReadonlySet<string> = new Set([
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'max_new_tokens', 'max_tokens_to_sample'],
  ...['maxTokens', 'maxOutputTokens', 'maxCompletionTokens', 'num_predict'],
]);
/** Fields that multiply what a call costs; of images also their form. */
const MULTIPLIERS: ReadonlySet<string> = new Set([
  ...['n', 'best_of', 'candidateCount', 'candidate_count', 'size', 'quality', 'resolution', 'seconds', 'duration'],
]);
const FIXED = ['model', 'stream'] as const;

interface Field {
  /** The object at the top level that holds the field; empty for the top level itself. */
  readonly holder: string;
  readonly name: string;
  readonly value: unknown;
}

/**
 * Takes back what rules must not do: change model or stream, raise what multiplies the cost, or raise the limit on the
 * answer that was reserved. Where rules have removed every limit, the one from before is written again.
 *
 * @param before the body without the rules
 * @param boundTokens the limit that was reserved; null where no limit is part of the call
 */
export function guarded(before: Body, after: Body, boundTokens: number | null): Body {
  const body: Record<string, unknown> = { ...after };
  for (const name of FIXED) restore(body, { holder: '', name, value: before[name] });
  const known = fieldsIn(before, MULTIPLIERS);
  for (const field of fieldsIn(body, MULTIPLIERS)) {
    const old = known.find(({ holder, name }) => holder === field.holder && name === field.name);
    if (!isLess(field.value, old?.value)) restore(body, old ?? { ...field, value: undefined });
  }
  if (boundTokens !== null) limit(before, body, boundTokens);
  return body;
}

function limit(before: Body, body: Record<string, unknown>, boundTokens: number): void {
  const old = fieldsIn(before, LIMITS).filter(({ value }) => typeof value === 'number');
  // An adapter may allow more than the caller's limit, such as for reasoning.
  const most = Math.max(boundTokens, ...old.map(({ value }) => Number(value)));
  const limits = fieldsIn(body, LIMITS);
  for (const field of limits) {
    if (typeof field.value !== 'number' || field.value > most) restore(body, { ...field, value: most });
  }
  if (limits.length === 0) for (const field of old) restore(body, field);
}

function isLess(value: unknown, old: unknown): boolean {
  return value === old || (typeof value === 'number' && typeof old === 'number' && value > 0 && value < old);
}

function fieldsIn(body: Body, names: ReadonlySet<string>): readonly Field[] {
  const found: Field[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (names.has(name)) found.push({ holder: '', name, value });
    else if (isJsonObject(value)) {
      for (const [inner, held] of Object.entries(value)) {
        if (names.has(inner)) found.push({ holder: name, name: inner, value: held });
      }
    }
  }
  return found;
}

function restore(body: Record<string, unknown>, { holder, name, value }: Field): void {
  const held = holder === '' ? body : { ...(isJsonObject(body[holder]) ? body[holder] : {}) };
  if (value === undefined) delete held[name];
  else held[name] = value;
  if (holder !== '') body[holder] = held;
}
