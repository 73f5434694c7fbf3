import { en as account } from './en-account';
import { en as daily } from './en-daily';
import { en as first } from './en-first';
import { en as manage } from './en-manage';
import { en as operate } from './en-operate';

/** Every text of the console in English; the other languages must have exactly these keys. */
export const en = { ...first, ...daily, ...operate, ...account, ...manage };

/** English tells one from many (`deleted|one`, `deleted|other`); a language that does not has the plain key. */
type PlainKey<Key> = Key extends `${infer Plain}|${string}` ? Plain : Key;

/** The texts that another language must have. */
export type Dictionary = {
  readonly [Area in keyof typeof en]: { readonly [Key in keyof (typeof en)[Area] as PlainKey<Key>]: string };
};
