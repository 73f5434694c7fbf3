import { type Sentence } from './sentence';

/** One kind of refusal or failure. */
export interface CatalogueRow extends Sentence {
  /** HTTP status. Business refusals of the console are 200 with `success: false`; only "not signed in" is 401. */
  readonly status: number;
  /** The code clients of the relay see, when it has one. */
  readonly wire?: string;
}

export function row(status: number, en: string, zh: string, wire?: string): CatalogueRow {
  return {
    status,
    en,
    zh,
    ...(wire === undefined ? {} : { wire }),
  };
}

/** A refusal of the console. */
export function refusal(en: string, zh: string): CatalogueRow {
  return row(200, en, zh);
}

/** Refusals of the console whose sentences the contracts hold, because the browser says them too. */
export function refusals<Code extends string>(sentences: Readonly<Record<Code, Sentence>>): Record<Code, CatalogueRow> {
  const rows = Object.entries<Sentence>(sentences).map(([code, { en, zh }]) => [code, refusal(en, zh)] as const);
  return Object.fromEntries(rows) as Record<Code, CatalogueRow>; // the keys are those of the sentences
}
