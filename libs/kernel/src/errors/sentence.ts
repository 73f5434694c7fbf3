export { fillIn, type Sentence, type SentenceParams } from '@contracts';

/** Languages in which sentences for people exist; Chinese is the one most users of the product read. */
export type Language = 'zh' | 'en';
const DEFAULT_LANGUAGE: Language = 'zh';

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
