import i18next from 'i18next';
import { type en } from './en';
import { type first } from './en-first';

/** Adds the English texts of a page that is loaded on its first visit; Chinese has all texts in one file of its own. */
export function addTexts(texts: Partial<Omit<typeof en, keyof typeof first>>): void {
  const add = () => void i18next.addResourceBundle('en', 'translation', texts, true, true);
  if (i18next.isInitialized) add();
  else i18next.on('initialized', add);
}
