import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();
createRequire(import.meta.url)(join(root, 'dist/server/cli.js'));
