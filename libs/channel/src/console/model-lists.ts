import { channelTypes, type ModelObject, type ModelsByType } from '@contracts';

/** A fixed date without meaning, which clients of this field expect. */
const CREATED_SECONDS = 1_626_777_600;

/**
 * Every model name that some channel type lists by default, those of drawing and music services included; sorted,
 * without repetition.
 */
export const builtInModels: readonly ModelObject[] = listBuiltIn();

/** The model names that each channel type lists by default. */
export const modelsByType: ModelsByType = Object.fromEntries(channelTypes.map(type => [type.id, type.defaultModels]));

function listBuiltIn(): readonly ModelObject[] {
  const owners = new Map<string, string>();
  for (const type of channelTypes) {
    for (const name of type.defaultModels) if (!owners.has(name)) owners.set(name, type.name.toLowerCase());
  }
  return [...owners]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, owner]) => ({ id, object: 'model', created: CREATED_SECONDS, owned_by: owner }));
}
