import { type UsageReading } from '@formats';
import { type JsonReading } from '../contract/upstream';

/** One image in the OpenAI form of an images answer. */
export type Image = { readonly url: string } | { readonly b64_json: string };

interface ImagesReadingOptions {
  readonly imagesOf: (body: unknown) => readonly Image[];
  /**
   * Unix seconds as the provider reports them. Adapters have no clock, so 0 is used for a provider that reports none.
   */
  readonly createdAtSecondsOf?: (body: unknown) => unknown;
  readonly usageOf?: (body: unknown) => UsageReading;
  readonly isError?: (body: unknown) => boolean;
}

/** Converts an answer to the OpenAI form: `{created, data: [{url} or {b64_json}]}`. */
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
