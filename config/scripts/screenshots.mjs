import { runInBrowser } from './run-in-browser.mjs';

/**
 * Images of every screen of the built console, filled as after a few days, in both languages and themes, wide and
 * narrow, under screenshots/. `--only /token,/log` takes some, `--out directory` puts them elsewhere.
 */
await runInBrowser('take-screenshots.ts');
