import { channelTypes, type ModelObject, type ModelsByType } from '@contracts';

/** A date that says nothing, as clients of this field have always got it. */
const CREATED_SECONDS = 1_626_777_600;

/** Every model name that some channel type offers by itself, drawing and music names included; sorted, each once. */
export const builtInModels: readonly ModelObject[] = listBuiltIn();

/** The names each type offers. */
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
