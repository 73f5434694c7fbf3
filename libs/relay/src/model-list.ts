import { channelTypes } from '@contracts';

/** Families of the OpenAI protocol show this date for models whose own is not known. */
const CREATED_AT_SECONDS = 1_626_777_600;

const ownerOf: ReadonlyMap<string, string> = new Map(
  [...channelTypes]
    .reverse()
    .flatMap(type => type.defaultModels.map(model => [model, type.name.toLowerCase()] as const)),
);

/** One model in the OpenAI form. */
export function modelObject(id: string): object {
  return {
    id,
    object: 'model',
    created: CREATED_AT_SECONDS,
    owned_by: ownerOf.get(id) ?? 'custom',
    root: id,
    parent: null,
  };
}

/** `GET /v1/models` in the OpenAI form. */
export function modelList(names: readonly string[]): object {
  return { object: 'list', success: true, data: names.map(modelObject) };
}
