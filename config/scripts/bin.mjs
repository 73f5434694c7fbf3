#!/usr/bin/env node
// The command `sluice` of an installed package: the server without words behind it, a command of the command line with them.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const program = process.argv.length > 2 ? 'cli' : 'main';
const file = fileURLToPath(new URL(`../../dist/server/${program}.js`, import.meta.url));
if (existsSync(file)) {
  process.argv[1] = file; // the program that further workers run
  createRequire(import.meta.url)(file);
} else {
  process.stderr.write('sluice: this package was packed before it was built; pack it with "npm run package".\n');
  process.exitCode = 1;
}
