/** Languages in which sentences for people exist; Chinese is the one most users of the product read. */
export type Language = 'zh' | 'en';
export const DEFAULT_LANGUAGE: Language = 'zh';

/** A sentence in each language; `{name}` is replaced by the parameter of that name. */
export type Sentence = Readonly<Record<Language, string>>;

export type SentenceParams = Readonly<Record<string, string | number>>;

/** Fills in the parameters; a name without a parameter stays visible, so that the mistake is seen. */
export function fillIn(template: string, params: SentenceParams = {}): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}

/**
 * Language of an Accept-Language header: that of the most wanted entry which is one of ours, Chinese otherwise.
 * At most sixteen entries are read.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  let best: Language = DEFAULT_LANGUAGE;
  let bestQuality = 0;
  for (const entry of (acceptLanguage ?? '').split(',', 16)) {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
    const quality = Number(/^\s*q=(.*)$/.exec(parameters[0] ?? 'q=1')?.[1] ?? 1);
    const primary = tag.split('-', 1)[0];
    if ((primary === 'zh' || primary === 'en') && quality > bestQuality) {
      best = primary;
      bestQuality = quality;
    }
  }
  return best;
}
