import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type en } from './en';
import { first } from './en-first';

export type Language = 'en' | 'zh';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    contextSeparator: '|';
    pluralSeparator: '|';
    resources: { translation: typeof en };
  }
}

/** Chinese is loaded only when it is chosen; English is always loaded, as the fallback. */
async function ensureLoaded(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const { zh } = await import('./zh');
  i18next.addResourceBundle('zh', 'translation', zh);
}

/** Shows another language at once. */
export async function showLanguage(language: Language): Promise<void> {
  await ensureLoaded(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Prepares the texts; it must be awaited before the first render, or keys would be shown instead of words. */
export async function startTranslations(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: first } },
    // Underscores are part of the key names, so they cannot separate variants.
    contextSeparator: '|',
    pluralSeparator: '|',
    interpolation: { escapeValue: false }, // React escapes already
  });
  if (language !== 'en') await ensureLoaded(language).then(() => i18next.changeLanguage(language));
  document.documentElement.lang = language;
}
