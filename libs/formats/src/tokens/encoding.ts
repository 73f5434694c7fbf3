import { createRequire } from 'node:module';

/** The two vocabularies that are used for counting; every provider's models are counted with one of them. */
export type EncodingName = 'o200k_base' | 'cl100k_base';

const O200K_MODELS = /^(gpt-4o|chatgpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|o[134](-|$)|gpt-image|gpt-audio|gpt-realtime)/;

/** The vocabulary of a model by its name; unknown names are counted with the older vocabulary. */
export function encodingOf(model: string): EncodingName {
  return O200K_MODELS.test(model) ? 'o200k_base' : 'cl100k_base';
}

interface Encoder {
  countTokens(text: string, options: { readonly disallowedSpecial: Set<string> }): number;
}

const loadModule = createRequire(__filename);
const encoders = new Map<EncodingName, Encoder>();

/**
 * The encoder of a vocabulary, loaded at its first use: the tables take 0.1 to 0.3 s and 30 to 60 MB, which a gateway
 * whose upstreams report usage never needs.
 */
export function encoderFor(name: EncodingName): Encoder {
  let encoder = encoders.get(name);
  if (!encoder) {
    // The path is the library's public entry; the type is the only method that is used here.
    encoder = loadModule(`gpt-tokenizer/encoding/${name}`) as Encoder;
    encoders.set(name, encoder);
  }
  return encoder;
}
