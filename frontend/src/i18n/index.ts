import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type en as everyEnglish } from './en';
import { en } from './en-first';

export type Language = 'en' | 'zh';

/** How much is loaded: the texts of a first visit, or those of all pages. */
type Extent = 'first' | 'whole';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    contextSeparator: '|';
    pluralSeparator: '|';
    resources: { translation: typeof everyEnglish };
  }
}

const NAMESPACE = 'translation';

/** English is the fallback, so its texts of a first visit are part of the first load; Chinese is loaded when it is chosen. */
const loaders = {
  en: { first: () => Promise.resolve(en), whole: async () => (await import('./en')).en },
  zh: { first: async () => (await import('./zh-first')).zh, whole: async () => (await import('./zh')).zh },
} as const;

/** What pages need by now, and which texts are there, as `zh whole`. */
let extent: Extent = 'first';
const loaded = new Set<string>();

async function ensureLoaded(language: Language): Promise<void> {
  const asked = extent;
  if (loaded.has(`${language} ${asked}`)) return;
  i18next.addResourceBundle(language, NAMESPACE, await loaders[language][asked]());
  loaded.add(`${language} ${asked}`);
}

/** Loads the texts that the first visit did without, in the languages that are in use. @throws when the server is away */
export async function loadAllTexts(): Promise<void> {
  extent = 'whole';
  const chosen = i18next.language === 'zh' ? (['en', 'zh'] as const) : (['en'] as const);
  await Promise.all(chosen.map(ensureLoaded));
}

/** Shows another language at once. */
export async function showLanguage(language: Language): Promise<void> {
  await ensureLoaded(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/**
 * Prepares the texts of a first visit, or of all pages; it must be awaited before the first render, or keys would be shown
 * instead of words.
 */
export async function startTranslations(language: Language, needed: Extent = 'whole'): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { [NAMESPACE]: en } },
    // Underscores are part of the key names, so they cannot separate variants.
    contextSeparator: '|',
    pluralSeparator: '|',
    interpolation: { escapeValue: false }, // React escapes already
  });
  loaded.clear();
  extent = needed;
  await Promise.all([ensureLoaded('en'), ensureLoaded(language)]);
  if (language !== 'en') await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
