import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type en as everyEnglish } from './en';
import { en } from './en-first';

export type Language = 'en' | 'zh';

/** The parts of the texts, each loaded when a page needs it (`screens` in app/routes.tsx); the first is that of a first visit. */
const PARTS = ['first', 'daily', 'operate', 'account', 'manage'] as const;
export type TextPart = (typeof PARTS)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    contextSeparator: '|';
    pluralSeparator: '|';
    resources: { translation: typeof everyEnglish };
  }
}

const NAMESPACE = 'translation';

type Loaders = Readonly<Record<TextPart, () => Promise<{ readonly en: object } | { readonly zh: object }>>>;

/** English is the fallback, so its texts of a first visit are part of the first load; Chinese is loaded when it is chosen. */
const loaders: Readonly<Record<Language, Loaders>> = {
  en: {
    first: () => Promise.resolve({ en }),
    daily: () => import('./en-daily'),
    operate: () => import('./en-operate'),
    account: () => import('./en-account'),
    manage: () => import('./en-manage'),
  },
  zh: {
    first: () => import('./zh-first'),
    daily: () => import('./zh-daily'),
    operate: () => import('./zh-operate'),
    account: () => import('./zh-account'),
    manage: () => import('./zh-manage'),
  },
};

/** What pages need by now, and which texts are there, as `zh daily`. */
const needed = new Set<TextPart>();
const loaded = new Set<string>();

async function load(language: Language, part: TextPart): Promise<void> {
  if (loaded.has(`${language} ${part}`)) return;
  const [texts] = Object.values(await loaders[language][part]());
  i18next.addResourceBundle(language, NAMESPACE, texts);
  loaded.add(`${language} ${part}`);
}

async function ensureLoaded(language: Language): Promise<void> {
  await Promise.all([...needed].map(part => load(language, part)));
}

/** Loads texts that the first visit did without, in the languages that are in use. @throws when the server is away */
export async function loadTexts(parts: readonly TextPart[] = PARTS): Promise<void> {
  for (const part of parts) needed.add(part);
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
 * Prepares texts, those of all pages unless parts are named; it must be awaited before the first render, or keys would be shown
 * instead of words.
 */
export async function startTranslations(language: Language, parts: readonly TextPart[] = PARTS): Promise<void> {
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
  needed.clear();
  for (const part of parts) needed.add(part);
  await Promise.all([ensureLoaded('en'), ensureLoaded(language)]);
  if (language !== 'en') await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
