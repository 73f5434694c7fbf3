import { Classes } from '@blueprintjs/core';
import { readStored, writeStored } from '../../shared/browser/storage';

export type Theme = 'light' | 'dark';

function prefersDark(): boolean {
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** The saved choice, or else what the system prefers. */
export function initialTheme(): Theme {
  const kept = readStored('theme');
  if (kept === 'light' || kept === 'dark') return kept;
  return prefersDark() ? 'dark' : 'light';
}

/** Applies the theme to the page. Its class is on the body, so that dialogs and notices outside the root follow too. */
export function showTheme(theme: Theme): void {
  document.body.classList.toggle(Classes.DARK, theme === 'dark');
  document.documentElement.style.colorScheme = theme;
}

/** Saves the choice for the next visit. */
export function keepTheme(theme: Theme): void {
  writeStored('theme', theme);
}
