import { runInBrowser } from './run-in-browser.mjs';

/** Lighthouse's judgement of the token, log and pricing pages of the built console. */
await runInBrowser('measure-pages.ts');
