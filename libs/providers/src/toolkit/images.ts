import { type UsageReading } from '@formats';
import { type JsonReading } from '../spec/upstream';

/** One image of an images answer, as the OpenAI form has it. */
export type Image = { readonly url: string } | { readonly b64_json: string };

export interface ImagesReadingOptions {
  readonly imagesOf: (body: unknown) => readonly Image[];
  /** Unix seconds as the provider tells them; adapters have no clock, so 0 stands for a provider that does not tell. */
  readonly createdAtSecondsOf?: (body: unknown) => unknown;
  readonly usageOf?: (body: unknown) => UsageReading;
  readonly isError?: (body: unknown) => boolean;
}

/** The answer in the OpenAI form: `{created, data: [{url} or {b64_json}]}`. */
export function imagesReading(options: ImagesReadingOptions): JsonReading {
  return {
    kind: 'json',
    convert(body) {
      const created = options.createdAtSecondsOf?.(body);
      return {
        body: { created: typeof created === 'number' ? created : 0, data: options.imagesOf(body) },
        usage: options.usageOf?.(body) ?? { kind: 'missing' },
      };
    },
    ...(options.isError && { isError: options.isError }),
  };
}
