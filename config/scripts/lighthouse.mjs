import { runInBrowser } from './run-in-browser.mjs';

/** Lighthouse's scores of the token, log and pricing pages of the built console. */
await runInBrowser('measure-pages.ts');
