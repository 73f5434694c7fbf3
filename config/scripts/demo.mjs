import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** A site in memory with a simulated provider, a month of calls and some that go on; Ctrl-C ends all of it. */
await prepare();
process.chdir(root);
createRequire(import.meta.url)(join(root, 'dist/server/demo.js'));
