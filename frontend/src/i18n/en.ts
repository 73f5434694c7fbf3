import { first } from './en-first';
import { manufacturer } from './en/manufacturer';
import { price_effect } from './en/price-effect';
import { team } from './en/team';

/** Every text of the console in English; the other languages must have exactly these keys. */
export const en = { ...first, manufacturer, price_effect, team };

/** English tells one from many (`deleted|one`, `deleted|other`); a language that does not has the plain key. */
type PlainKey<Key> = Key extends `${infer Plain}|${string}` ? Plain : Key;

/** The texts that another language must have. */
export type Dictionary = {
  readonly [Area in keyof typeof en]: { readonly [Key in keyof (typeof en)[Area] as PlainKey<Key>]: string };
};
