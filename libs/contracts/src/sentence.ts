/** A sentence in each language; `{name}` is replaced by the parameter of that name. */
export interface Sentence {
  readonly en: string;
  readonly zh: string;
}

export type SentenceParams = Readonly<Record<string, string | number>>;

/** Fills in the parameters; a name without a parameter stays visible, so that the mistake is seen. */
export function fillIn(template: string, params: SentenceParams = {}): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}

/** Fills in the parameters in each language. */
export function fillSentence({ en, zh }: Sentence, params: SentenceParams): Sentence {
  return { en: fillIn(en, params), zh: fillIn(zh, params) };
}
