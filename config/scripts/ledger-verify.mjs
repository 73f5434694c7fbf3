import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();
process.chdir(root);
createRequire(import.meta.url)(join(root, 'dist/server/ledger-verify.js'));
