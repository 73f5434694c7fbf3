import { runInBrowser } from './run-in-browser.mjs';

/** How long the pages of the built console keep a slow processor busy. */
await runInBrowser('long-tasks.ts');
