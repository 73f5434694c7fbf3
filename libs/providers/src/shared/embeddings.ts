import { CallRefusal, type UsageReading, type JsonObject, asList } from '@formats';
import { type JsonReading } from '../contract/upstream';

/**
 * Reads the inputs of an embeddings call as texts.
 *
 * @throws CallRefusal for lists of token numbers, which only the provider of that vocabulary can read
 */
export function inputTexts(input: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(input) ? (input as unknown[]) : [input];
  return list.map(item => {
    if (typeof item === 'string') return item;
    throw new CallRefusal('input must be text; token numbers are not supported by this model');
  });
}

interface EmbeddingsReadingOptions {
  readonly model: string;
  /** The encoding that the caller requested: `base64`, or anything else for numbers. */
  readonly encoding: unknown;
  /** Returns one entry per input, in order: numbers, or base64 of 32-bit floats. */
  readonly vectorsOf: (body: unknown) => readonly unknown[];
  readonly usageOf: (body: unknown) => UsageReading;
  readonly isError?: (body: unknown) => boolean;
}

/** Converts an answer to the OpenAI form, with each vector in the encoding that the caller requested. */
export function embeddingsReading(options: EmbeddingsReadingOptions): JsonReading {
  return {
    kind: 'json',
    convert(body) {
      const data = options.vectorsOf(body).map((vector, index) => ({
        object: 'embedding',
        index,
        embedding: options.encoding === 'base64' ? toBase64(vector) : vector,
      }));
      const usage = options.usageOf(body);
      const tokens = usage.kind === 'reported' ? usage.usage.promptTokens : 0;
      const shown = { prompt_tokens: tokens, total_tokens: tokens };
      return { body: { object: 'list', data, model: options.model, usage: shown } satisfies JsonObject, usage };
    },
    ...(options.isError && { isError: options.isError }),
  };
}

/** Writes a vector as base64 of little-endian 32-bit floats, as in the OpenAI form. */
function toBase64(vector: unknown): unknown {
  if (!Array.isArray(vector)) return vector;
  const numbers = asList(vector).map(Number);
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeFloatLE(number, index * 4));
  return bytes.toString('base64');
}
