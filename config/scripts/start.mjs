import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

try {
  await prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
process.chdir(root);
const server = join(root, 'dist/server/main.js');
process.argv[1] = server; // the program that further workers run
// In this process, so that signals reach the server itself.
createRequire(import.meta.url)(server);
