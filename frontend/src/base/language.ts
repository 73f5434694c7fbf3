import { showLanguage, type Language } from '../i18n';
import { readStored, writeStored } from '../shared/browser/storage';

/** The saved choice, or else the browser's first language. */
export function initialLanguage(): Language {
  const kept = readStored('language');
  if (kept === 'en' || kept === 'zh') return kept;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** Shows another language at once and saves the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  writeStored('language', language);
}
